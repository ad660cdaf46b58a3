from ._regressor import LABRegressor
