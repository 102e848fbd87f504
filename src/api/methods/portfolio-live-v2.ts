import type { Method } from '../rpc/method.ts';
import { portfolioLive } from './portfolio-live.ts';

/** Alias for `portfolio_live`, with the same params and result. */
export const portfolioLiveV2: Method = {
	...portfolioLive,
	name: 'portfolio_live_v2',
	summary: 'Alias of portfolio_live for programs that use this name.',
};
