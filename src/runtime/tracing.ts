/**
 * Writes traces with OpenTelemetry, whose packages are loaded only when used. Nothing is registered globally, so only
 * this service's spans are traced, not those of libraries.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { Attributes, Context, Link, Meter, Span } from '@opentelemetry/api';
import type { SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace';
import type { TraceMeter } from '../ports/metrics.ts';
import type { SpanAttributes, SpanKind, TracedWork, Tracer } from '../ports/tracer.ts';

/** A tracer that sends its spans in batches. */
export type Tracing = {
	readonly tracer: Tracer;
	/** Sends the remaining spans for up to two seconds. Never rejects. */
	readonly close: () => Promise<void>;
};

/** The receiver, the fraction of traces to record (0 to 1), and the attributes of the service. */
export type TracingOptions = {
	/** URL that accepts OTLP over HTTP in JSON. */
	readonly endpoint: string;
	readonly samplingShare: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly version: string;
	readonly mode: string;
	readonly meter: TraceMeter;
};

/**
 * Maximum duration of a trace, milliseconds. Longer work starts a new trace that links to the old one, because an
 * execution may run for weeks.
 */
const TRACE_MS_MAX = 60_000;
const EXPORT_MS_MAX = 5_000;
/** Maximum number of spans waiting to be sent. Further spans are dropped and counted. */
export const SPANS_WAITING_MAX = 4_096;
const BATCH_MAX = 512;
const PERIOD_MS = 1_000;
/** Maximum time that `close` waits for the remaining spans, milliseconds. */
export const SPANS_LAST_MS_MAX = 2_000;
const KEPT_MAX = 10_000;
const EXECUTION = 'carrywire.execution_id';

/** The trace of the current work. */
type Present = {
	/**
	 * Context of the trace. Undefined if no trace has started yet but a span may start one, as in work for an
	 * execution.
	 */
	readonly context: Context | undefined;
	/** Start of the trace in this process, monotonic milliseconds. */
	readonly begunAt: number;
	readonly executionId: string | undefined;
};

type Api = typeof import('@opentelemetry/api');

type State = {
	readonly api: Api;
	readonly recorder: ReturnType<Api['trace']['getTracer']>;
	readonly storage: AsyncLocalStorage<Present>;
	/** Traces by execution id, oldest first. */
	readonly kept: Map<string, Present>;
};

/** @throws Error if the packages cannot be loaded */
export async function openTracing(options: TracingOptions): Promise<Tracing> {
	const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
		import('@opentelemetry/api'),
		import('@opentelemetry/sdk-trace'),
		import('@opentelemetry/exporter-trace-otlp-http'),
		import('@opentelemetry/resources'),
	]);
	const exporter = new OTLPTraceExporter({
		url: options.endpoint,
		headers: { ...options.headers },
		timeoutMillis: EXPORT_MS_MAX,
	});
	const queue = spanQueue({ api, sdk, exporter, meter: options.meter });
	const provider = new sdk.TracerProvider({
		sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(options.samplingShare) }),
		resource: resourceFromAttributes({
			'service.name': 'carrywire',
			'service.version': options.version,
			'carrywire.mode': options.mode,
		}),
		spanProcessors: [queue.processor],
	});
	const recorder = provider.getTracer('carrywire', options.version);
	const state: State = { api, recorder, storage: new AsyncLocalStorage(), kept: new Map() };
	return { tracer: tracerOf(state), close: queue.close };
}

function tracerOf(state: State): Tracer {
	const { api, storage, kept } = state;
	return {
		isOn: true,
		span(name, kind, attributes, work) {
			const place = placeOf(api, storage.getStore());
			if (place === undefined) return work(UNTRACED);
			const isNew = place.context === api.ROOT_CONTEXT;
			return begin(state, name, kind, attributes, { ...place, isNew }, work);
		},
		serve(name, traceparent, attributes, work) {
			const remote = remoteOf(api, traceparent);
			const context =
				remote === undefined ? api.ROOT_CONTEXT : api.trace.setSpanContext(api.ROOT_CONTEXT, remote);
			return begin(state, name, 'server', attributes, { context, links: [], isNew: true }, work);
		},
		resume(executionId, work) {
			const known = kept.get(executionId);
			if (known !== undefined && isYoung(known)) return storage.run(known, work);
			kept.delete(executionId);
			return storage.run({ context: undefined, begunAt: performance.now(), executionId }, work);
		},
		keep(executionId) {
			const present = storage.getStore();
			if (present?.context === undefined) return;
			for (const [id, entry] of kept) {
				if (isYoung(entry) && kept.size < KEPT_MAX) break;
				kept.delete(id);
			}
			kept.set(executionId, { ...present, executionId });
		},
	};
}

function isYoung({ begunAt }: Present): boolean {
	return performance.now() - begunAt < TRACE_MS_MAX;
}

/** Returns the parent for a span of the current work; undefined if no traced work is running. */
function placeOf(
	api: Api,
	present: Present | undefined,
): { readonly context: Context; readonly links: Link[] } | undefined {
	if (present === undefined) return undefined;
	const { context } = present;
	if (context === undefined) return { context: api.ROOT_CONTEXT, links: [] };
	if (isYoung(present)) return { context, links: [] };
	const ended = api.trace.getSpanContext(context);
	return { context: api.ROOT_CONTEXT, links: ended === undefined ? [] : [{ context: ended }] };
}

function begin<T>(
	state: State,
	name: string,
	kind: SpanKind,
	attributes: SpanAttributes,
	at: { readonly context: Context; readonly links: Link[]; readonly isNew: boolean },
	work: (span: TracedWork) => T,
): T {
	const { api, recorder, storage } = state;
	const before = storage.getStore();
	const executionId = before?.executionId;
	const all = executionId === undefined ? attributes : { ...attributes, [EXECUTION]: executionId };
	const kinds = { server: api.SpanKind.SERVER, client: api.SpanKind.CLIENT, internal: api.SpanKind.INTERNAL };
	const span = recorder.startSpan(name, { kind: kinds[kind], attributes: all, links: at.links }, at.context);
	const begunAt = at.isNew || before === undefined ? performance.now() : before.begunAt;
	return run(state, span, { context: api.trace.setSpan(at.context, span), begunAt, executionId }, work);
}

function run<T>({ api, storage }: State, span: Span, present: Present, work: (span: TracedWork) => T): T {
	const traced: TracedWork = {
		set: (name, value) => void span.setAttribute(name, value),
		fail: (reason) => void span.setStatus({ code: api.SpanStatusCode.ERROR, message: reason }),
	};
	// Only the fact that something was thrown is recorded, because the value may contain parameters or text from a
	// venue.
	const failed = (): void => {
		span.setStatus({ code: api.SpanStatusCode.ERROR });
		span.end();
	};
	try {
		const result = storage.run(present, work, traced);
		if (result instanceof Promise) result.then(() => span.end(), failed);
		else span.end();
		return result;
	} catch (error) {
		failed();
		throw error;
	}
}

/** Parses a traceparent (W3C Trace Context, section 3.2). An invalid one counts as missing. */
function remoteOf(api: Api, traceparent: string | undefined) {
	const [, version, traceId = '', spanId = '', flags = '', more] =
		/^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/.exec(traceparent ?? '') ?? [];
	// Version ff is invalid; version 00 ends after the flags.
	if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined;
	const remote = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
	return api.isSpanContextValid(remote) ? remote : undefined;
}

/**
 * Creates the queue of ended spans for the receiver. It is OpenTelemetry's queue, whose own metric counts the outcome
 * of each span (Semantic Conventions, `otel.sdk.processor.span.processed`). A slow or missing receiver only causes
 * lost spans, which are counted.
 */
function spanQueue(parts: {
	readonly api: Api;
	readonly sdk: typeof import('@opentelemetry/sdk-trace');
	readonly exporter: SpanExporter;
	readonly meter: TraceMeter;
}): { readonly processor: SpanProcessor; readonly close: () => Promise<void> } {
	const { api, sdk, exporter, meter } = parts;
	const processed = {
		add(count: number, attributes: Attributes = {}) {
			const error = attributes['error.type'];
			meter.spans(error === undefined ? 'exported' : error === 'queue_full' ? 'dropped' : 'failed', count);
		},
	};
	// The queue's other metrics are not used.
	const noMeter = api.createNoopMeter();
	const ownMeter: Meter = Object.create(noMeter);
	ownMeter.createCounter = (name) =>
		name === 'otel.sdk.processor.span.processed' ? processed : noMeter.createCounter(name);
	const batches = new sdk.BatchSpanProcessor({
		exporter,
		maxQueueSize: SPANS_WAITING_MAX,
		maxExportBatchSize: BATCH_MAX,
		scheduledDelayMillis: PERIOD_MS,
		exportTimeoutMillis: EXPORT_MS_MAX,
		selfObsMeterProvider: { getMeter: () => ownMeter },
	});
	let isClosed = false;
	/**
	 * Sends the remaining batches. A failed batch ends the flush before the other batches are done, so this then
	 * waits for the exporter.
	 */
	const sendRest = (): Promise<void> => batches.shutdown().catch(() => exporter.shutdown());
	return {
		processor: {
			onStart() {},
			onEnd(span) {
				if (isClosed) meter.spans('dropped', 1);
				else batches.onEnd(span);
			},
			forceFlush: () => batches.forceFlush(),
			shutdown: () => batches.shutdown(),
		},
		async close() {
			isClosed = true;
			await Promise.race([sendRest().catch(() => {}), delay(SPANS_LAST_MS_MAX, undefined, { ref: false })]);
		},
	};
}

const UNTRACED: TracedWork = { set() {}, fail() {} };
