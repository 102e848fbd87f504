/**
 * Simulates Binance's countdown, which cancels all open orders on a symbol when it expires (page "Auto-Cancel All
 * Open Orders", read 2026-11). Each call replaces the symbol's countdown, and 0 stops it.
 */
import { BinanceRefusal, malformed, missing } from './errors.ts';
import { requiredInstrument, whole } from './params.ts';
import { type SignedRoute, trades } from './routes.ts';

export const DEAD_MAN_ROUTES: Readonly<Record<string, SignedRoute>> = {
	'POST /fapi/v1/countdownCancelAll': trades((exchange, params, { accountId }) => {
		const { symbol } = requiredInstrument(exchange, params);
		const countdownMs = whole(params, 'countdownTime');
		if (countdownMs === undefined) throw missing('countdownTime');
		if (countdownMs < 0) throw malformed('countdownTime');
		// The page gives no error code for a refused countdown, so we chose this one. The simulator refuses a
		// countdown only if the admin interface has denied it to the account.
		if (exchange.deadMan.granted(accountId) === false)
			throw new BinanceRefusal(-4088, 'User can not place order currently');
		if (countdownMs === 0) exchange.deadMan.disarm(accountId, { symbol });
		else exchange.deadMan.arm(accountId, { symbol }, exchange.now() + countdownMs);
		return { symbol, countdownTime: String(countdownMs) };
	}),
};
