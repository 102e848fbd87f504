/** Defines what an order needs from its process. */

import type { Logger } from '../../ports/logger.ts';
import type { OrderProgress } from './order.ts';

/** What an order needs from its process. */
export type RunParts = {
	readonly onProgress: (progress: OrderProgress) => void;
	/** Asked between two steps of time; true ends the order, whose result is then partial. */
	readonly isCanceled: () => boolean;
	readonly log: Logger;
};
