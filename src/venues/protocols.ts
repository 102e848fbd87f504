/** The venues whose books are streamed by our own feed; every other one's are by ccxt's. */
import { binanceProtocol } from './binance/book-protocol.ts';
import { bybitProtocol } from './bybit/book-protocol.ts';
import type { FeedProtocol } from './feeds/protocol.ts';
import { hyperliquidProtocol } from './hyperliquid/book-protocol.ts';
import { kucoinProtocol } from './kucoin/book-protocol.ts';
import { okxProtocol } from './okx/book-protocol.ts';

const PROTOCOLS: Readonly<Record<string, FeedProtocol>> = {
	bybit: bybitProtocol,
	kucoin: kucoinProtocol,
	binance: binanceProtocol,
	okx: okxProtocol,
	hyperliquid: hyperliquidProtocol,
};

export function protocolOf(venue: string): FeedProtocol | undefined {
	return PROTOCOLS[venue];
}
