/** Describes the transport's limits on callers. */
import type { TransportLimits } from '../mcp/resources.ts';
import type { DispatchLimits } from '../methods/dispatch.ts';
import type { RateLimits } from './session.ts';

/** Returns the transport's limits on callers, which the MCP server publishes in addition to the trading limits. */
export function transportLimits(
	bodyBytesMax: number,
	rpc: DispatchLimits,
	rates: RateLimits,
): TransportLimits {
	return {
		body_bytes_max: bodyBytesMax,
		depth_max: rpc.depthMax,
		rate_limits: Object.fromEntries(
			Object.entries(rates).map(([name, { perSecond, burst }]) => [name, { per_second: perSecond, burst }]),
		),
	};
}
