/** Structured logging: one line per fact, no secret in any of them. `facts` are plain values. */
export type LogFacts = Readonly<Record<string, unknown>>;

/** Writes one line per call, at one of four levels; the log setting decides which levels are kept. */
export interface Logger {
	debug(facts: LogFacts, message: string): void;
	info(facts: LogFacts, message: string): void;
	warn(facts: LogFacts, message: string): void;
	error(facts: LogFacts, message: string): void;
}

/** Writes nothing: for tools and tests without a log reader. */
export const SILENT_LOGGER: Logger = { debug() {}, info() {}, warn() {}, error() {} };
