/** Handles the admin routes for dead-man switches: whether an account may use them, and which are armed. */
import type { AdminContext, AdminRoute } from './admin-route.ts';
import { readFields, required } from './json-fields.ts';

export const DEAD_MAN_ROUTES: Readonly<Record<string, AdminRoute>> = {
	'GET /accounts/*/dead-man': (context, _body, name) => shown(context, name),
	'POST /accounts/*/dead-man': (context, body, name) => {
		const isOn = required(readFields(body, ['on']).flag('on'), 'on');
		const { exchange } = context;
		exchange.deadMan.grant(exchange.accounts.named(name).id, isOn);
		return shown(context, name);
	},
};

/**
 * Reports the account's dead-man state. `on` is null if the exchange's own rules decide: Binance and OKX grant the
 * switch, Bybit does not, and Hyperliquid decides by volume.
 */
function shown({ exchange }: AdminContext, name: string): unknown {
	const { id } = exchange.accounts.named(name);
	const { deadMan } = exchange;
	return {
		on: deadMan.granted(id) ?? null,
		armed: deadMan.armed(id).map(({ symbol, tag, at }) => ({
			symbol: symbol ?? null,
			tag: tag ?? null,
			inMs: at - exchange.now(),
		})),
		fired: deadMan.firedSince(id, 0),
	};
}
