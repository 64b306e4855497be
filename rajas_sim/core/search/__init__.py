"""Looking ahead: kernels that play a position on, for strategies of any game; built on the kernels of one."""
