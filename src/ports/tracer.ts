/**
 * Traces: what a piece of work was part of, and how long each part took. Implemented by `runtime/tracing.ts`; off it is
 * `NO_TRACER`. What is put on a span is seen by whoever receives the traces: never a secret, a parameter, a user or an account.
 */

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** The span of a piece of work that is under way. */
export interface TracedWork {
	/** Another attribute of the span. */
	set(name: string, value: string | number | boolean): void;
	/** The work failed for this reason, one of a closed list; what is thrown is noted as `error` by itself. */
	fail(reason: string): void;
}

/** `server`: asked by somebody else; `client`: asks somebody else; `internal`: neither. */
export type SpanKind = 'server' | 'client' | 'internal';

/** Records work as spans of traces. The work runs alike whether tracing is on or off. */
export interface Tracer {
	/** Whether anything is recorded at all: attributes that cost something need not be made otherwise. */
	readonly isOn: boolean;
	/**
	 * Runs the work inside a span, which is a part of that in which it was called, across promises and timers; it ends when the work has returned or
	 * its promise has settled. The work begins in this very tick.
	 */
	span<T>(name: string, kind: SpanKind, attributes: SpanAttributes, work: (span: TracedWork) => T): T;
	/** The same for a call from outside: a part of the trace that the caller names (W3C `traceparent`), where it names one. */
	serve<T>(
		name: string,
		traceparent: string | undefined,
		attributes: SpanAttributes,
		work: (span: TracedWork) => T,
	): T;
	/** Runs work of an execution that nobody waits for: a part of the trace in which it was last `keep`t, while that is young. */
	resume<T>(executionId: string, work: () => T): T;
	/** What is done for the execution from now on belongs to the present trace, for a minute. */
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
