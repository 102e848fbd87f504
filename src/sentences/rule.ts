/**
 * Rules for parameters, as parts of sentences: each follows the name of a parameter. Limits are decimal text, because
 * the caller's own value is quoted beside them.
 */
import type { Words, Writer } from './sentence.ts';

/** Rules and described values. */
export const rule = {
	type: ({ type }: { type: string }) => `must be ${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`,
	most: ({ count, of }: { count: number; of: 'entries' | 'characters' }) =>
		`must have at most ${counted(count, of)}`,
	least: ({ count, of }: { count: number; of: 'entries' | 'characters' }) =>
		`must have at least ${counted(count, of)}`,
	oneOf: ({ values }: { values: readonly string[] }) => `must be one of ${values.join(', ')}`,
	decimal: ({ unit, above, atLeast, atMost, places }: DecimalLimits) => {
		const low = above !== null ? `above ${above} and ` : atLeast !== null ? `at least ${atLeast} and ` : '';
		return `must be a number${unit === null ? '' : ` (${unit})`}, ${low}at most ${atMost}, with at most ${places} decimals`;
	},
	integer: ({ atLeast, atMost }: { atLeast: number; atMost: number }) =>
		`must be a whole number from ${atLeast} to ${atMost}`,
	ascii: () => 'must be printable ASCII',
	notWithShare: () => 'must be absent when share is set, because both state the part to close',
	onlyAsMaker: () => 'must be absent unless style is maker',
	atMostServiceLimit: ({ limit }: { limit: string }) => `must be at most ${limit}, the limit of this service`,
	instant: () =>
		'must be an instant with a time zone, such as 2026-01-01T00:00:00Z, or a date such as 2026-01-01',
	simulatedExchange: () => 'must be a simulated exchange',
	cursor: () => 'must be the next_cursor of an earlier answer',
	previewId: () => 'must be absent when preview is true',
	pairForms: () =>
		'must be absent when exchangepair or symbol is given, because they belong to different forms of the call',
	isSymbol: () => 'must be a symbol',
	isExchangePair: () => 'must be an exchange pair',
	notOfTarget: ({ kind }: { kind: string }) => `must be absent for the kind ${kind}`,
	needsForTarget: ({ kind }: { kind: string }) => `is required for the kind ${kind}`,
	chatId: () => 'must be a chat id or the @name of a channel',
	botToken: () => 'must be the token of a bot',
	timeOfDay: () => 'must be a time of day such as 22:00',
	mailAddress: () => 'must be one mail address such as ann@example.com, in ASCII and without a name',
	otherPair: ({ pair }: { pair: string }) => `must be absent or equal to the pair of the channel (${pair})`,
	setting: () => 'must be a number, a text of at most 200 characters, true or false',
	settingNames: ({ count }: { count: number }) =>
		`must have at most ${count} names, each of 1 to 40 letters, digits and underscores that begin with a letter`,
	/** Values that are described instead of quoted. */
	anArray: () => 'an array',
	anObject: () => 'an object',
	present: () => 'present',
	absent: () => 'absent',
	otherText: () => 'other text',
	/** @param exchange the caller's own text */
	dataOnly: ({ exchange }: { exchange: Words }, write: Writer) =>
		`${write.words(exchange)}, which is data-only`,
};

/** Limits of a decimal parameter: decimal text, or null for none. */
type DecimalLimits = {
	unit: string | null;
	above: string | null;
	atLeast: string | null;
	atMost: string;
	places: number;
};

function counted(count: number, of: 'entries' | 'characters'): string {
	if (of === 'entries') return `${count} ${count === 1 ? 'entry' : 'entries'}`;
	return `${count} ${count === 1 ? 'character' : 'characters'}`;
}
