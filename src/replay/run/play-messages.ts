/** Defines the messages between the thread of an order and the threads of its plays. */

import type { Dataset } from '../data/dataset.ts';
import type { ReplayOrder } from './order.ts';
import type { PlayedTask, PlayTask } from './play-task.ts';

/** Data that a thread is started with. */
export type PlayThreadData = {
	readonly order: ReplayOrder;
	/** Its columns lie in shared memory. */
	readonly dataset: Dataset;
	/** One number in shared memory; 1 once the order is canceled. */
	readonly canceled: Int32Array;
};

/** A message to a thread. */
export type ToPlayThread = { readonly kind: 'play'; readonly task: PlayTask };

/** A message from a thread. */
export type FromPlayThread =
	| { readonly kind: 'progress'; readonly share: number; readonly at: number }
	| {
			readonly kind: 'log';
			readonly level: 'warn' | 'error';
			readonly facts: string;
			readonly message: string;
	  }
	| { readonly kind: 'played'; readonly played: PlayedTask }
	| {
			readonly kind: 'failed';
			readonly name: string;
			readonly fault: string | null;
			readonly message: string;
	  };
