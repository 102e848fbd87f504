/** Tracks the instruments of which every book change is recorded, because orders of the service are in motion. */
import { type InstrumentKey, instrumentKey } from '../domain/instrument.ts';
import type { OrderMotion } from '../ports/order-motions.ts';

/** How long every book change is still recorded after the last order was final, milliseconds. */
export const AFTER_ORDERS_MS = 10_000;

/** The open windows. */
export type OrderWindows = {
	/** Adopts a change, at the given time in milliseconds. */
	readonly adopt: (motion: OrderMotion, at: number) => void;
	/** True if the instrument has an open window at the given time. */
	readonly isOpen: (key: InstrumentKey, at: number) => boolean;
	/** True if no instrument has a window. */
	readonly areNone: () => boolean;
};

type Window = { readonly executions: Set<string>; endsAt: number };

/** Creates the tracker, without windows. */
export function createOrderWindows(): OrderWindows {
	const windows = new Map<InstrumentKey, Window>();
	return {
		adopt({ executionId, instruments, isMoving }, at) {
			for (const instrument of instruments) {
				const key = instrumentKey(instrument);
				const window = windows.get(key) ?? { executions: new Set(), endsAt: at };
				windows.set(key, window);
				if (isMoving) window.executions.add(executionId);
				else window.executions.delete(executionId);
				window.endsAt = at + AFTER_ORDERS_MS;
			}
		},
		isOpen(key, at) {
			const window = windows.get(key);
			if (window === undefined) return false;
			if (window.executions.size > 0 || at < window.endsAt) return true;
			windows.delete(key);
			return false;
		},
		areNone: () => windows.size === 0,
	};
}
