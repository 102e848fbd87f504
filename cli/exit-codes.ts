/** How a command ended, by the code that the shell sees: the closed list. */

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

/** The name of an exit code. */
export type ExitName = keyof typeof EXIT_CODES;

/** One sentence for each code, for help and documents. */
export const EXIT_MEANINGS: Readonly<Record<ExitName, string>> = {
	OK: 'Done.',
	FAILURE: 'A fault: of the service (its `ref` finds it in the log), or of this machine.',
	USAGE: 'The command line, or a setting that it needs, cannot be used. Nothing was asked of the service.',
	UNREACHABLE:
		'The service cannot be reached, or did not answer. What opens or closes may have been carried out all the same: look at carrywire portfolio first.',
	NOT_ALLOWED: 'No token, or one that does not allow it.',
	REFUSED:
		'The state of the world is against it: no trade, a limit, a halt. Or what was followed did not come to its end, or your answer was not yes.',
	LATER:
		'Not now: too many calls, not ready, not in time, an exchange that did not answer or whose limit of requests is reached. The same may be tried again; what opens or closes after TIMEOUT only once carrywire portfolio was looked at.',
	NOT_UNDERSTOOD: 'The service knows no such thing, or the value is none that it takes.',
	INTERRUPTED: 'Ctrl-C. What goes on at the service was said.',
	TERMINATED: 'SIGTERM.',
};

/** Each exit code with its meaning, for help and `docs/cli.md`. */
export const EXIT_ROWS: readonly (readonly [code: string, meaning: string])[] = (
	Object.keys(EXIT_CODES) as ExitName[]
).map((name) => [String(EXIT_CODES[name]), EXIT_MEANINGS[name]]);
