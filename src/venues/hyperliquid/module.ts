/** Defines the Hyperliquid module: perpetuals on its own exchange, standard accounts, one position per contract. */
import type { VenueCredentials } from '../../ports/venue.ts';
import type { Dialect } from '../shared/dialect.ts';
import type { VenueModule } from '../shared/venue-module.ts';
import { hyperliquidAccount } from './account.ts';
import { hyperliquidProtocol } from './books.ts';
import { HYPERLIQUID_ERRORS } from './errors.ts';
import { hyperliquid as facts } from './facts.ts';
import { createLedger, createSharedRecords, hyperliquidHistory } from './history.ts';
import { createSessionWallet, readHyperliquidKey, readHyperliquidTestKey, signActions } from './key.ts';
import { HYPERLIQUID_BUDGETS } from './limits.ts';
import { hyperliquidMarkets } from './markets.ts';
import { hyperliquidOAuth } from './oauth.ts';
import { hyperliquidOrders } from './orders.ts';
import { createActionSigner, hyperliquidRequests, type Money } from './signed-request.ts';
import { hyperliquidAccountStream, hyperliquidContexts } from './stream.ts';
import { hyperliquidTransfers } from './transfers.ts';

/**
 * ccxt's settings. We call none of ccxt's order methods, but these settings also prevent them from approving a
 * builder or setting a referrer.
 */
const SETTINGS = {
	defaultType: 'swap',
	fetchMarkets: { types: ['swap'] },
	fetchCurrencies: false,
	builderFee: false,
	refSet: true,
};

/** Hyperliquid's constant data and adapter. */
export const hyperliquid: VenueModule = {
	facts,
	createDialect,
	books: hyperliquidProtocol,
	oauth: hyperliquidOAuth,
	lacks: {
		'book after a lost delta': 'Hyperliquid’s stream has no increments: every message is a whole book.',
		'maintenance to come': 'Hyperliquid announces maintenance only in its news; no API reports it.',
		delisting: 'Hyperliquid announces it only in its news; the API shows it only after the delisting.',
		transfers: 'Hyperliquid has no API for it, because users deposit and withdraw USDC over its bridge.',
		clock:
			'Hyperliquid checks only one time in a request, the expiry of an action. The check “late orders” covers it.',
		'address ban':
			'Hyperliquid documents no address ban; it answers too many requests only with 429 (page “Rate limits and user limits”).',
		'hedge mode': 'Hyperliquid has only one position per contract.',
		'own transfers':
			'Hyperliquid takes a transfer only from the account’s own key, which can also withdraw (page “Exchange endpoint”).',
		'deleveraging rank': 'Hyperliquid reports no rank.',
		'fee in the venue’s coin': 'Fees on perpetuals are paid only in USDC.',
	},
	plainReads: {
		// We call no order method of this class, because before the first order ccxt would approve a fee for its
		// developers.
		settings: {
			defaultType: 'swap',
			fetchMarkets: { types: ['swap'] },
			builderFee: false,
			refSet: true,
		},
		receivedSign: 1,
	},
};

function createDialect(credentials?: VenueCredentials): Dialect {
	const wallet = createSessionWallet(credentials);
	const records = createSharedRecords();
	const ledger = createLedger(records);
	return {
		facts,
		settings: SETTINGS,
		...HYPERLIQUID_BUDGETS,
		errors: HYPERLIQUID_ERRORS,
		bind: wallet.bind,
		...signing(credentials, 'real'),
		inTest: {
			...signing(credentials, 'test'),
			readKey: (call) => readHyperliquidTestKey(wallet, call),
		},
		accountStream: hyperliquidAccountStream,
		tickerStream: hyperliquidContexts,
		readKey: (call) => readHyperliquidKey(wallet, call),
		...hyperliquidMarkets(),
		...hyperliquidAccount(wallet, ledger.noteCash),
		...hyperliquidHistory(wallet, records, ledger),
		...hyperliquidOrders,
		transfers: hyperliquidTransfers(wallet, ledger),
	};
}

/**
 * Creates a session's signing functions. Orders and all other actions share one signer, so that their nonces never
 * repeat.
 */
function signing(
	credentials: VenueCredentials | undefined,
	money: Money,
): Pick<Dialect, 'adapt' | 'signedRequests'> {
	const signAction = createActionSigner(credentials, money);
	return {
		adapt: (exchange) => signActions(exchange, signAction),
		signedRequests: hyperliquidRequests(signAction),
	};
}
