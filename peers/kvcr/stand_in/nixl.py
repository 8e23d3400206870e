"""Stands where the `nixl` package would: KVCR imports its agent from this name."""

from byte_copy_agent import AgentConfig as nixl_agent_config
from byte_copy_agent import ByteCopyAgent as nixl_agent

__all__ = ["nixl_agent", "nixl_agent_config"]
