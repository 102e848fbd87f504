/**
 * Creates ccxt instances. It imports a single class file, so that starting the service does not load a hundred
 * exchanges.
 */
import { existsSync } from 'node:fs';
import type { KeyForm } from '../../domain/venue-facts.ts';
import type { VenueCredentials } from '../../ports/venue.ts';
import { noteAnswers } from './answers.ts';
import type { CcxtExchange } from './ccxt-exchange.ts';
import { redirectTransport } from './redirect.ts';
import { noteRetryAfter } from './retry-after.ts';
import { otherCcxt } from './text.ts';

/** Timeout of a REST request, milliseconds. */
export const REQUEST_TIMEOUT_MS = 5_000;

/**
 * Opens a ccxt instance of the named class, with streams if ccxt has them. @throws Error if this ccxt has no such
 * class
 */
export async function openCcxt(
	name: string,
	options: {
		/** ccxt's `options`. */
		readonly settings: Readonly<Record<string, unknown>>;
		/** Additional properties for ccxt's configuration. */
		readonly members?: Readonly<Record<string, unknown>>;
		readonly credentials?: VenueCredentials | undefined;
		/** Form of the key; undefined means key and secret. */
		readonly keyForm?: KeyForm;
		readonly redirectPort?: number | undefined;
		readonly adapt?: ((exchange: CcxtExchange) => void) | undefined;
	},
): Promise<CcxtExchange> {
	const base = new URL('./src/', import.meta.resolve('ccxt'));
	// If ccxt has no class with streams for the exchange, use its class without them.
	const streaming = new URL(`pro/${name}.js`, base);
	const file = existsSync(streaming) ? streaming : new URL(`${name}.js`, base);
	const module = (await import(file.href)) as {
		readonly default: new (config: object) => CcxtExchange;
	};
	const { credentials } = options;
	const exchange = new module.default({
		// We use our own limiter, because ccxt's would queue an order behind a market read.
		enableRateLimit: false,
		timeout: REQUEST_TIMEOUT_MS,
		// We never need the list of coins and networks, but its request could make the loading of contracts fail.
		// KuCoin, for example, serves the list on another host, which may be down independently.
		has: { fetchCurrencies: false },
		options: options.settings,
		...options.members,
		...(credentials === undefined ? {} : credentialMembers(options.keyForm, credentials)),
	});
	noteAnswers(exchange);
	noteRetryAfter(exchange);
	options.adapt?.(exchange);
	if (options.redirectPort !== undefined) await redirectTransport(exchange, options.redirectPort);
	return exchange;
}

/** Returns a key under ccxt's property names, which differ for a wallet's address and private key. */
function credentialMembers(
	keyForm: KeyForm | undefined,
	{ apiKey, secret, passphrase }: VenueCredentials,
): object {
	if (keyForm === 'wallet') return { walletAddress: apiKey, privateKey: secret };
	return { apiKey, secret, password: passphrase ?? '' };
}

/** Calls one implicit API method. @throws Error if this ccxt has no such method, and any ccxt error */
export function callMethod(
	exchange: CcxtExchange,
	method: string,
	params: Readonly<Record<string, unknown>>,
): Promise<unknown> {
	const call = (exchange as unknown as Record<string, unknown>)[method];
	if (typeof call !== 'function') throw new Error(otherCcxt(exchange.id, `no method ${method}`));
	return (call as (params: object) => Promise<unknown>).call(exchange, params);
}
