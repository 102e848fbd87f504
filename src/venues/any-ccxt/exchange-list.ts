/** Which exchanges the installed ccxt has, by the files of its package: its own index would load a hundred classes. */
import { readdirSync } from 'node:fs';

/** Files beside the classes that are no exchange. */
const NOT_AN_EXCHANGE = /^(?:base|abstract|pro|protobuf|static_dependencies)$/;

/** Classes of an exchange that has a name here already: the same exchange must not be listed twice. */
const CLASSES_OF_TRADED: Readonly<Record<string, string>> = {
	binanceusdm: 'binance',
	binancecoinm: 'binance',
	kucoinfutures: 'kucoin',
};

/** How many names are proposed for one that is not known. */
const PROPOSED_MAX = 3;
/** Letters that may be wrong, missing or too many in a name for another to be proposed. */
const LETTERS_OFF_MAX = 3;

/** Ids of the exchanges in the installed ccxt. */
export function ccxtExchanges(): readonly string[] {
	const folder = new URL('./src/', import.meta.resolve('ccxt'));
	return readdirSync(folder, { withFileTypes: true })
		.filter((entry) => entry.isFile() && entry.name.endsWith('.js'))
		.map((entry) => entry.name.slice(0, -'.js'.length))
		.filter((name) => !NOT_AN_EXCHANGE.test(name))
		.sort();
}

/** Why a name cannot be an exchange that is read through ccxt alone, as the rule that it breaks; undefined where it can. */
export function dataExchangeFault(name: string, known: readonly string[]): string | undefined {
	const traded = CLASSES_OF_TRADED[name];
	if (traded !== undefined) return `must name that exchange ${traded}, as which it is traded at`;
	if (known.includes(name)) return undefined;
	const near = closest(name, known);
	return `must name exchanges of the installed ccxt${near.length === 0 ? '' : `; near is ${near.join(', ')}`}`;
}

function closest(name: string, known: readonly string[]): readonly string[] {
	return known
		.map((candidate) => ({
			candidate,
			off: candidate.includes(name) || name.includes(candidate) ? 1 : lettersOff(name, candidate),
		}))
		.filter(({ off }) => off <= LETTERS_OFF_MAX)
		.sort((a, b) => a.off - b.off || (a.candidate < b.candidate ? -1 : 1))
		.slice(0, PROPOSED_MAX)
		.map(({ candidate }) => candidate);
}

/** Letters to put in, take out or change to make one text of the other. */
function lettersOff(a: string, b: string): number {
	let row = Array.from({ length: b.length + 1 }, (_, index) => index);
	for (let i = 1; i <= a.length; i += 1) {
		const next = [i];
		for (let j = 1; j <= b.length; j += 1) {
			const changed = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
			next.push(Math.min(changed, (row[j] as number) + 1, (next[j - 1] as number) + 1));
		}
		row = next;
	}
	return row[b.length] as number;
}
