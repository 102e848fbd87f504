/** Plain values for a structured log line. Each line states one fact and contains no secret. */
export type LogFacts = Readonly<Record<string, unknown>>;

/** Writes one line per call, at one of four levels. The log setting decides which levels are kept. */
export interface Logger {
	debug(facts: LogFacts, message: string): void;
	info(facts: LogFacts, message: string): void;
	warn(facts: LogFacts, message: string): void;
	error(facts: LogFacts, message: string): void;
}

/** Logger that writes nothing, for tools and tests whose log is not read. */
export const SILENT_LOGGER: Logger = { debug() {}, info() {}, warn() {}, error() {} };
