/** Defines the parts that an order needs from its process. */

import type { Clock } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import type { OrderProgress } from './order.ts';

/** Parts that an order needs from its process. */
export type RunParts = {
	readonly onProgress: (progress: OrderProgress) => void;
	/** Asked between two steps of time; true ends the order, whose result is then partial. */
	readonly isCanceled: () => boolean;
	readonly log: Logger;
	/** The machine's clock, for progress and for limits on real time. */
	readonly machine: Clock;
};
