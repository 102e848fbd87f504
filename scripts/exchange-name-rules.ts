/**
 * Finds code outside an exchange's folder that names the exchange, for example in a table of names, a comparison or
 * an import. All differences between exchanges belong in their modules (`src/venues/<name>/facts.ts`), so that a new
 * exchange changes no other file.
 */
import { type Token, tokensOf } from './source-tokens.ts';

/** Folders that the check reads. */
export const NAMELESS_FOLDERS = ['src', 'cli', 'client', 'dashboard/src', 'scripts', 'simulator'];

/** Files that may name exchanges, each with the reason. */
const NAMING: readonly (readonly [RegExp, string])[] = [
	[/^src\/venues\/(?:facts|modules)\.ts$/, 'the registries'],
	[/^simulator\/exchanges\.ts$/, 'the registry of simulated exchanges'],
	[/^client\/exchange-names\.ts$/, 'it is generated from the facts'],
	[/^src\/venues\/read-only\/market-data\.ts$/, 'a quirk of classes of ccxt, of which one is only read'],
];

/** Folders that declare methods and records. Their examples contain exchange names as values. */
const WITH_EXAMPLES = /^src\/api\/(?:methods|rpc)\//;

export type NamedFile = { readonly path: string; readonly text: string };

/**
 * Returns the faults in the sources, as sentences. An empty list of sources is a fault too. Finding no name in the
 * registries is another: the check would then be blind.
 * @param names names of the exchanges that the service trades on
 */
export function faultsOfExchangeNames(files: readonly NamedFile[], names: readonly string[]): string[] {
	const checked = files.filter(
		({ path }) => !/(?:\.test|-fixture)\.ts$/.test(path) && !isOfExchange(path, names),
	);
	const read = checked.map(({ path, text }) => ({ path, tokens: tokensOf(text) }));
	const faults: string[] = [];
	let known = 0;
	for (const { path, tokens } of read) {
		const lines = namesIn(tokens, names, WITH_EXAMPLES.test(path));
		if (NAMING.some(([naming]) => naming.test(path))) known += lines.length;
		else
			for (const line of lines)
				faults.push(`${path}:${line} names an exchange: make it a fact of its module`);
	}
	for (const folder of NAMELESS_FOLDERS)
		if (!read.some(({ path }) => path.startsWith(`${folder}/`)))
			faults.push(`${folder} holds no source to look at for names of exchanges`);
	if (known === 0)
		faults.push('no registry was found to name an exchange, so nothing proves that a name is seen');
	return faults;
}

/**
 * Returns the lines on which an exchange's name is a word of the code or a complete string. If `hasExamples` is true,
 * strings that are member values or list entries are ignored.
 */
export function namesIn(tokens: readonly Token[], names: readonly string[], hasExamples: boolean): number[] {
	return tokens.flatMap(({ kind, text, line }, at) => {
		if (kind === 'word') return names.includes(text) ? [line] : [];
		if (kind !== 'string' || !names.includes(text)) return [];
		return hasExamples && [':', '[', ','].includes(tokens[at - 1]?.text ?? '') ? [] : [line];
	});
}

function isOfExchange(path: string, names: readonly string[]): boolean {
	return names.some((name) =>
		[`src/venues/${name}/`, `simulator/${name}/`].some((own) => path.startsWith(own)),
	);
}
