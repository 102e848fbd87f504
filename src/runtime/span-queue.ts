/**
 * Ended spans on their way to the receiver of traces. What waits is bounded: a receiver that is slow or gone costs spans, which are
 * counted, and nothing else.
 */
import type { ReadableSpan, SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace';
import type { TraceMeter } from '../ports/metrics.ts';

export const SPANS_WAITING_MAX = 4_096;
const BATCH_MAX = 512;
const PERIOD_MS = 1_000;
/** How long a stop waits for what is left. */
export const SPANS_LAST_MS_MAX = 2_000;
/** `ExportResultCode.SUCCESS` of `@opentelemetry/core`, which is no dependency of ours. */
const EXPORTED = 0;

export class SpanQueue implements SpanProcessor {
	readonly #exporter: SpanExporter;
	readonly #meter: TraceMeter;
	readonly #timer: NodeJS.Timeout;
	#waiting: ReadableSpan[] = [];
	#sending: Promise<void> | undefined;
	#isClosed = false;

	constructor(exporter: SpanExporter, meter: TraceMeter) {
		this.#exporter = exporter;
		this.#meter = meter;
		this.#timer = setInterval(() => void this.#send(), PERIOD_MS);
		this.#timer.unref();
	}

	onStart(): void {}

	onEnd(span: ReadableSpan): void {
		// Bit 0 of the flags (W3C Trace Context, section 3.2.2.5): the others were not chosen.
		if ((span.spanContext().traceFlags & 1) === 0) return;
		if (this.#isClosed || this.#waiting.length >= SPANS_WAITING_MAX) {
			this.#meter.spans('dropped', 1);
			return;
		}
		this.#waiting.push(span);
		if (this.#waiting.length >= BATCH_MAX) void this.#send();
	}

	async forceFlush(): Promise<void> {
		while (this.#waiting.length > 0 || this.#sending !== undefined) await this.#send();
	}

	/** Sends what is left, for a bounded time; never rejects. */
	async shutdown(): Promise<void> {
		this.#isClosed = true;
		clearInterval(this.#timer);
		await new Promise<void>((resolve) => {
			const timer = setTimeout(resolve, SPANS_LAST_MS_MAX);
			void this.forceFlush().finally(() => {
				clearTimeout(timer);
				resolve();
			});
		});
		if (this.#waiting.length > 0) this.#meter.spans('dropped', this.#waiting.length);
		this.#waiting = [];
		// It would wait for what is under way once more.
		void this.#exporter.shutdown().catch(() => {});
	}

	/** One batch at a time; never rejects. */
	#send(): Promise<void> {
		if (this.#sending !== undefined) return this.#sending;
		const batch = this.#waiting.splice(0, BATCH_MAX);
		if (batch.length === 0) return Promise.resolve();
		this.#sending = new Promise<void>((resolve) => {
			const end = (outcome: 'exported' | 'failed'): void => {
				this.#meter.spans(outcome, batch.length);
				resolve();
			};
			try {
				this.#exporter.export(batch, ({ code }) => end(code === EXPORTED ? 'exported' : 'failed'));
			} catch {
				end('failed');
			}
		}).finally(() => {
			this.#sending = undefined;
		});
		return this.#sending;
	}
}
