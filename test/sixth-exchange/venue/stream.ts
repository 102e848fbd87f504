/** Listens to Tidemark's account stream. The client sends one signed command, and each message then names a change. */
import type { AccountHint } from '../../../src/ports/venue.ts';
import { ACCOUNT_HASH, orderHint } from '../../../src/venues/shared/account-stream.ts';
import type { CcxtExchange } from '../../../src/venues/shared/ccxt-exchange.ts';
import type { AccountStreamDialect } from '../../../src/venues/shared/dialect.ts';
import { at, text } from '../../../src/venues/shared/fields.ts';
import { signed, venueTime } from './client.ts';

const PATH = '/v1/account';

/** The members of ccxt's stream client that this file uses. */
type Streams = Parameters<typeof signed>[0] &
	Parameters<typeof venueTime>[0] & {
		readonly urls: { readonly api: { readonly stream: string } };
		readonly watch: (url: string, hash: string, message: unknown, subscribeHash: string) => Promise<unknown>;
	};

/** Tidemark's account stream. */
export const tidemarkAccountStream: AccountStreamDialect = {
	async listen(_call, exchange: CcxtExchange, isStopped) {
		if (isStopped()) return;
		const streams = exchange as unknown as Streams;
		const command = signed(streams, venueTime(streams), PATH, '');
		await streams.watch(`${streams.urls.api.stream}${PATH}`, ACCOUNT_HASH, command, ACCOUNT_HASH);
	},
	hintsOf(message): readonly AccountHint[] | undefined {
		const symbol = text(message, 'contract');
		switch (text(message, 'changed')) {
			case 'wallet':
				return [{ kind: 'balance' }];
			case 'position':
				return symbol === undefined ? [] : [{ kind: 'position', symbol }];
			case 'order':
				return symbol === undefined
					? []
					: [orderHint(symbol, text(message, 'ref'), at(message, 'live') === false)];
			default:
				return undefined;
		}
	},
	isEnd: (message) => text(message, 'refused') !== undefined,
};
