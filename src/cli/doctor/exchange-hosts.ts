/**
 * Where each exchange's requests and streams go, to see whether it is reached at all. As its own pages and ccxt name them (read
 * 2026-11): REST first. What an adapter asks besides is on the same hosts.
 */
export type Host = { readonly name: string; readonly port: number };

const HTTPS = 443;

export const EXCHANGE_HOSTS: Readonly<Record<string, readonly Host[]>> = {
	bybit: [at('api.bybit.com'), at('stream.bybit.com')],
	kucoin: [at('api-futures.kucoin.com'), at('api.kucoin.com'), at('ws-api-futures.kucoin.com')],
	binance: [at('fapi.binance.com'), at('fstream.binance.com')],
	okx: [at('www.okx.com'), at('ws.okx.com', 8_443)],
	hyperliquid: [at('api.hyperliquid.xyz')],
};

function at(name: string, port = HTTPS): Host {
	return { name, port };
}
