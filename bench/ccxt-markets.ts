/**
 * Gives ccxt its contract definitions (`markets`), so that it can stream an order book without first requesting them.
 * The feed benches use it for generated streams.
 */
import { VENUE_FACTS } from '../src/venues/facts.ts';
import type { CcxtExchange } from '../src/venues/shared/ccxt-exchange.ts';
import { openCcxt } from '../src/venues/shared/instance.ts';
import type { WireVenue } from './venue-wire.ts';

/** Creates a ccxt exchange that connects to the port and knows these symbols as linear perpetuals. */
export async function ccxtWithMarkets(
	venue: WireVenue,
	symbols: readonly string[],
	port: number,
): Promise<CcxtExchange> {
	const exchange = await openCcxt(VENUE_FACTS[venue].ccxtClass, {
		settings: { defaultType: 'swap', uta: false },
		redirectPort: port,
	});
	const markets = symbols.map((symbol, index) => {
		const base = symbol.replace(/-?USDT.*$/, '');
		const quote = venue === 'hyperliquid' ? 'USDC' : 'USDT';
		return {
			id: venue === 'hyperliquid' ? String(index) : symbol,
			lowercaseId: symbol.toLowerCase(),
			symbol: `${base}/${quote}:${quote}`,
			base,
			baseName: symbol,
			quote,
			settle: quote,
			type: 'swap',
			spot: false,
			margin: false,
			swap: true,
			future: false,
			option: false,
			contract: true,
			linear: true,
			inverse: false,
			active: true,
			contractSize: 1,
			precision: { amount: 0.001, price: 0.1 },
			limits: {},
			info: { name: symbol },
		};
	});
	(exchange as unknown as { readonly setMarkets: (markets: readonly object[]) => void }).setMarkets(markets);
	if (venue === 'okx') readFromPublicChannel(exchange);
	if (venue === 'hyperliquid') readOneByOne(exchange);
	return exchange;
}

/**
 * Makes ccxt subscribe to OKX books without a depth. For a depth of 50, ccxt would use a channel that requires a
 * login; without a depth it uses the public channel.
 */
function readFromPublicChannel(exchange: CcxtExchange): void {
	const watch = exchange.watchOrderBookForSymbols.bind(exchange);
	exchange.watchOrderBookForSymbols = (symbols) => watch(symbols);
}

/**
 * Replaces ccxt's call for several streams with its call for one, and streams only the first symbol. ccxt cannot
 * stream several books from this exchange.
 */
function readOneByOne(exchange: CcxtExchange): void {
	const { watchOrderBook } = exchange as unknown as {
		readonly watchOrderBook: (symbol: string | undefined) => Promise<unknown>;
	};
	exchange.watchOrderBookForSymbols = ([symbol]) => watchOrderBook.call(exchange, symbol);
}
