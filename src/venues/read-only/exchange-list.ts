/** Which exchanges the installed ccxt has, by the files of its package: its own index would load a hundred classes. */
import { readdirSync } from 'node:fs';
import { nearNames } from '../../domain/near-names.ts';

/** Files beside the classes that are no exchange. */
const NOT_AN_EXCHANGE = /^(?:base|abstract|pro|protobuf|static_dependencies)$/;

/** Ids of the exchanges in the installed ccxt. */
export function ccxtExchanges(): readonly string[] {
	const folder = new URL('./src/', import.meta.resolve('ccxt'));
	return readdirSync(folder, { withFileTypes: true })
		.filter((entry) => entry.isFile() && entry.name.endsWith('.js'))
		.map((entry) => entry.name.slice(0, -'.js'.length))
		.filter((name) => !NOT_AN_EXCHANGE.test(name))
		.sort();
}

/**
 * Why a name cannot be an exchange that is read through ccxt alone, as the rule that it breaks; undefined where it can.
 * @param traded the exchange that is traded at under another name than this one
 */
export function dataExchangeFault(
	name: string,
	known: readonly string[],
	traded: string | undefined,
): string | undefined {
	if (traded !== undefined) return `must name that exchange ${traded}, as which it is traded at`;
	if (known.includes(name)) return undefined;
	const near = nearNames(name, known);
	return `must name exchanges of the installed ccxt${near.length === 0 ? '' : `; near is ${near.join(', ')}`}`;
}
