/** Makes ccxt instances: one class by file, so that a start does not load a hundred exchanges. */
import { existsSync } from 'node:fs';
import type { KeyForm } from '../../domain/venue-facts.ts';
import type { VenueCredentials } from '../../ports/venue.ts';
import { noteAnswers } from './answers.ts';
import type { CcxtExchange } from './ccxt-exchange.ts';
import { redirectTransport } from './redirect.ts';
import { noteRetryAfter } from './retry-after.ts';

/** A REST request without an answer is given up after this long, milliseconds. */
export const REQUEST_TIMEOUT_MS = 5_000;

/** Opens a ccxt instance of the named class, with streams where ccxt has them. @throws Error when this ccxt has no such class */
export async function openCcxt(
	name: string,
	options: {
		/** ccxt's `options`. */
		readonly settings: Readonly<Record<string, unknown>>;
		/** Further members of its configuration. */
		readonly members?: Readonly<Record<string, unknown>>;
		readonly credentials?: VenueCredentials | undefined;
		/** The parts of its keys, where these are not a key and a secret. */
		readonly keyForm?: KeyForm;
		readonly redirectPort?: number | undefined;
		readonly adapt?: ((exchange: CcxtExchange) => void) | undefined;
	},
): Promise<CcxtExchange> {
	const base = new URL('./src/', import.meta.resolve('ccxt'));
	// Without a class of streams there is one of requests.
	const streaming = new URL(`pro/${name}.js`, base);
	const file = existsSync(streaming) ? streaming : new URL(`${name}.js`, base);
	const module = (await import(file.href)) as {
		readonly default: new (config: object) => CcxtExchange;
	};
	const { credentials } = options;
	const exchange = new module.default({
		// Our own limiter: ccxt's would queue an order behind a market-data read.
		enableRateLimit: false,
		timeout: REQUEST_TIMEOUT_MS,
		// Coins and their networks are never asked for; KuCoin has them on another host, which may be down by itself.
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

/** ccxt calls an address and its private key by names of their own. */
function credentialMembers(
	keyForm: KeyForm | undefined,
	{ apiKey, secret, passphrase }: VenueCredentials,
): object {
	if (keyForm === 'wallet') return { walletAddress: apiKey, privateKey: secret };
	return { apiKey, secret, password: passphrase ?? '' };
}

/** Calls one implicit API method. @throws Error when this ccxt has no such method, and whatever ccxt throws. */
export function callMethod(
	exchange: CcxtExchange,
	method: string,
	params: Readonly<Record<string, unknown>>,
): Promise<unknown> {
	const call = (exchange as unknown as Record<string, unknown>)[method];
	if (typeof call !== 'function')
		throw new Error(`ccxt's ${exchange.id} has no method ${method}; it is not the pinned version.`);
	return (call as (params: object) => Promise<unknown>).call(exchange, params);
}
