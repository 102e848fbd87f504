/**
 * Attributes of a span. Receivers of traces see them, so they never contain a secret, a parameter, a user or an
 * account. A trace shows how a piece of work proceeds and how long each part takes. `runtime/tracing.ts` implements
 * traces; `NO_TRACER` is used if tracing is off.
 */

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** The span for a piece of work in progress. */
export interface TracedWork {
	/** Sets another attribute of the span. */
	set(name: string, value: string | number | boolean): void;
	/**
	 * Marks the work as failed for this reason, which comes from a closed list. A thrown error also marks the work as
	 * failed, without the error's text.
	 */
	fail(reason: string): void;
}

/** `server`: handles an incoming request; `client`: makes an outgoing request; `internal`: neither. */
export type SpanKind = 'server' | 'client' | 'internal';

/** Records work as spans of traces. The work runs the same whether tracing is on or off. */
export interface Tracer {
	/** True if anything is recorded. If false, callers can skip attributes that are costly to compute. */
	readonly isOn: boolean;
	/**
	 * Runs the work inside a new span. Its parent is the span around the call, even across promises and timers.
	 * Outside traced work, nothing is recorded. If the surrounding trace is older than a minute, the span starts a
	 * new trace. The span ends when the work has returned or its promise has settled. The work starts synchronously.
	 */
	span<T>(name: string, kind: SpanKind, attributes: SpanAttributes, work: (span: TracedWork) => T): T;
	/**
	 * Runs an incoming call inside a span. The span joins the trace that the caller names (W3C `traceparent`), if
	 * any.
	 */
	serve<T>(
		name: string,
		traceparent: string | undefined,
		attributes: SpanAttributes,
		work: (span: TracedWork) => T,
	): T;
	/**
	 * Runs background work for an execution as part of the trace that `keep` last assigned to the execution. If that
	 * trace began more than a minute ago, the work starts new traces.
	 */
	resume<T>(executionId: string, work: () => T): T;
	/** Assigns later work for the execution to the current trace, until that trace is a minute old. */
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
