/** The venues whose books are streamed by our own feed; every other one's are by ccxt's. */
import { binanceProtocol } from './binance-protocol.ts';
import { bybitProtocol } from './bybit-protocol.ts';
import { hyperliquidProtocol } from './hyperliquid-protocol.ts';
import { kucoinProtocol } from './kucoin-protocol.ts';
import { okxProtocol } from './okx-protocol.ts';
import type { FeedProtocol } from './protocol.ts';

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
