/**
 * Defines when the service's own orders are in motion, so that the recorder can record every change of the order
 * books around them.
 */
import type { VenueName } from '../domain/instrument.ts';

/** An execution whose orders began or ceased to be in motion. */
export type OrderMotion = {
	readonly executionId: string;
	/** Instruments of both legs. */
	readonly instruments: readonly { readonly venue: VenueName; readonly symbol: string }[];
	/**
	 * True while an order of the execution is in flight, or the execution is opening, closing or out of balance, so
	 * that an order is to be expected.
	 */
	readonly isMoving: boolean;
};

/** Reports which executions have orders in motion. */
export interface OrderMotions {
	/**
	 * Calls `listener` at each change, in the turn in which an order is sent. A new execution begins to move before its
	 * first order is sent.
	 */
	onMotion(listener: (motion: OrderMotion) => void): () => void;
}
