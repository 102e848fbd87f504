/** Timers of streams: what cannot be told at one tick must not end the exchange. */
import { ExchangeRefusal } from './types.ts';

/** Runs each period until the answer is called. Of a contract that was taken off the list or renamed a stream is silent. */
export function everyPeriod(periodMs: number, push: () => void): () => void {
	const timer = setInterval(() => {
		try {
			push();
		} catch (error) {
			// Whoever runs the exchange is told of anything else.
			if (!(error instanceof ExchangeRefusal && error.code === 'UNKNOWN_SYMBOL')) console.error(error);
		}
	}, periodMs);
	timer.unref();
	return () => clearInterval(timer);
}
