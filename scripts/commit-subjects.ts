/** Checks that commit subjects are short and imperative and contain words worth searching for. */

/** Maximum subject length in characters, because commit lists truncate longer subjects. */
export const SUBJECT_CHARS_MAX = 72;

/** First words that begin a noun phrase or a clause instead of a command. */
const NO_COMMAND = new Set(
	'a an the this that these those one some all every each no what who whoever where when which of by it its there and but'.split(
		' ',
	),
);

/** Commands that end like a third-person form, a past tense or a participle. */
const COMMANDS = new Set(
	'process pass press express address access guess discuss compress bring string ring need feed seed embed proceed exceed speed shed'.split(
		' ',
	),
);

/** Returns the faults of one subject, as sentences; empty when the subject is good. */
export function faultsOfSubject(subject: string): readonly string[] {
	const faults: string[] = [];
	if (subject.length > SUBJECT_CHARS_MAX)
		faults.push(`has ${subject.length} characters, a subject has at most ${SUBJECT_CHARS_MAX}`);
	if (subject.endsWith('.')) faults.push('ends with a full stop');
	const first = subject.split(' ')[0] ?? '';
	if (!/^[A-Z]/.test(first)) faults.push('does not begin with a capital letter');
	const word = first.toLowerCase();
	if (NO_COMMAND.has(word) || (/(?:[^s]s|ed|ing)$/.test(word) && !COMMANDS.has(word)))
		faults.push(`begins with “${first}”: say what the commit does, as a command`);
	return faults;
}
