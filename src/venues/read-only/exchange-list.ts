/**
 * Lists the exchanges in the installed ccxt by the files in its package, because its index would load a hundred
 * classes.
 */
import { readdirSync } from 'node:fs';
import { nearNames } from '../../domain/near-names.ts';
import { tradedAs, unknownExchange } from './text.ts';

/** Names in the folder of ccxt's exchange classes that are not exchanges. */
const NOT_AN_EXCHANGE = /^(?:base|abstract|pro|protobuf|static_dependencies)$/;

/** Lists the ids of the exchanges in the installed ccxt. */
export function ccxtExchanges(): readonly string[] {
	const folder = new URL('./src/', import.meta.resolve('ccxt'));
	return readdirSync(folder, { withFileTypes: true })
		.filter((entry) => entry.isFile() && entry.name.endsWith('.js'))
		.map((entry) => entry.name.slice(0, -'.js'.length))
		.filter((name) => !NOT_AN_EXCHANGE.test(name))
		.sort();
}

/**
 * Returns a message if the name is not allowed for a read-only exchange; undefined if it is allowed. @param traded
 * our name for the exchange if the service trades there and `name` is what ccxt calls it; undefined otherwise
 */
export function dataExchangeFault(
	name: string,
	known: readonly string[],
	traded: string | undefined,
): string | undefined {
	if (traded !== undefined) return tradedAs(traded);
	if (known.includes(name)) return undefined;
	const near = nearNames(name, known);
	return unknownExchange(near);
}
