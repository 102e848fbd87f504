/**
 * Traces: the context of a piece of work, and the duration of each part. Implemented by `runtime/tracing.ts`;
 * `NO_TRACER` if tracing is off. Receivers of traces see the attributes of a span: never a secret, a parameter, a
 * user or an account.
 */

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** The span of a piece of work in progress. */
export interface TracedWork {
	/** Sets another attribute of the span. */
	set(name: string, value: string | number | boolean): void;
	/**
	 * Marks the work as failed for this reason, one of a closed list; a thrown error is recorded as `error`
	 * automatically.
	 */
	fail(reason: string): void;
}

/** `server`: handles an incoming request; `client`: makes an outgoing one; `internal`: neither. */
export type SpanKind = 'server' | 'client' | 'internal';

/** Records work as spans of traces. The work runs the same whether tracing is on or off. */
export interface Tracer {
	/** True if anything is recorded: otherwise costly attributes can be skipped. */
	readonly isOn: boolean;
	/**
	 * Runs the work inside a span, a child of the span around the call, across promises and timers. The span ends
	 * when the work has returned or its promise has settled. The work starts in this tick.
	 */
	span<T>(name: string, kind: SpanKind, attributes: SpanAttributes, work: (span: TracedWork) => T): T;
	/** The same for an incoming call: a part of the trace that the caller names (W3C `traceparent`), if any. */
	serve<T>(
		name: string,
		traceparent: string | undefined,
		attributes: SpanAttributes,
		work: (span: TracedWork) => T,
	): T;
	/** Runs background work of an execution: a part of the trace in which it was last `keep`t, while that is recent. */
	resume<T>(executionId: string, work: () => T): T;
	/** Assigns later work for the execution to the present trace, for a minute. */
	keep(executionId: string): void;
}

const NOTHING: TracedWork = { set() {}, fail() {} };

/** Tracer that records nothing and only runs the work. */
export const NO_TRACER: Tracer = {
	isOn: false,
	span: (_name, _kind, _attributes, work) => work(NOTHING),
	serve: (_name, _traceparent, _attributes, work) => work(NOTHING),
	resume: (_executionId, work) => work(),
	keep() {},
};
