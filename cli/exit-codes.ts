/** Complete list of exit codes. They tell the shell how a command ended. */
export const EXIT_CODES = {
	OK: 0,
	FAILURE: 1,
	USAGE: 2,
	UNREACHABLE: 3,
	NOT_ALLOWED: 4,
	REFUSED: 5,
	LATER: 6,
	NOT_UNDERSTOOD: 7,
	INTERRUPTED: 130,
	TERMINATED: 143,
} as const;

/** Name of an exit code. */
export type ExitName = keyof typeof EXIT_CODES;

/** Meaning of each code in one sentence, for help and documents. */
export const EXIT_MEANINGS: Readonly<Record<ExitName, string>> = {
	OK: 'Done.',
	FAILURE: 'A fault in the service (find its `ref` in the log) or on this machine.',
	USAGE: 'The command line, or a setting that it needs, is invalid. Nothing was sent to the service.',
	UNREACHABLE:
		'The service is unreachable or did not answer. An opening or a close may still have been carried out: check carrywire portfolio first.',
	NOT_ALLOWED: 'No token, or a token that does not allow the call.',
	REFUSED: 'Refused (verdict, limit or halt), not finished in time, or you declined.',
	LATER:
		'Not now: too many calls, a service that is not ready or too slow, an exchange that does not answer, or an exchange’s rate limit. Try again. After a TIMEOUT of an opening or a close, check carrywire portfolio first.',
	NOT_UNDERSTOOD: 'The method or the object does not exist, or the service rejected a parameter.',
	INTERRUPTED: 'Ctrl-C. The message says what the service continues to do.',
	TERMINATED: 'SIGTERM.',
};

/** Each exit code with its meaning, for help and `docs/cli.md`. */
export const EXIT_ROWS: readonly (readonly [code: string, meaning: string])[] = (
	Object.keys(EXIT_CODES) as ExitName[]
).map((name) => [String(EXIT_CODES[name]), EXIT_MEANINGS[name]]);
