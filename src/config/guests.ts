/**
 * Checks the rules for guests, who log in without proving an identity. Guests are allowed only on the service's own
 * machine and in simulated mode.
 */
import { isLoopback } from '../domain/secure-url.ts';
import type { TradingMode } from '../domain/trading-mode.ts';

type GuestSettings = {
	readonly mode: TradingMode;
	readonly server: {
		readonly host: string;
		readonly publicUrl: string | null;
		readonly trustedProxies: readonly string[];
	};
	readonly auth: { readonly guests: 'auto' | 'on' | 'off'; readonly admitted: readonly string[] };
};

/** Returns true if the login page offers guest logins. */
export function areGuestsOffered(settings: GuestSettings): boolean {
	return settings.auth.guests !== 'off' && hindrances(settings).length === 0;
}

/** Refuses `on` where `auto` would not offer guest logins; returns the reasons as [path, rule]. */
export function guestFaults(settings: GuestSettings): [string, string][] {
	if (settings.auth.guests !== 'on') return [];
	return hindrances(settings).map((hindrance) => ['auth.guests', `must be auto or off ${hindrance}`]);
}

function hindrances({ mode, server, auth }: GuestSettings): readonly string[] {
	const { host, publicUrl, trustedProxies } = server;
	return [
		mode === 'simulated' ? '' : `in ${mode} mode: a guest has no proof of identity`,
		isLoopback(host.includes(':') ? `[${host}]` : host)
			? ''
			: 'when server.host is not a loopback address: everybody who reaches the service could log in',
		publicUrl === null && trustedProxies.length === 0
			? ''
			: 'when server.publicUrl or server.trustedProxies is set: people other than the user of this machine could log in',
		auth.admitted.length === 0 ? '' : 'when auth.admitted lists the users who may log in',
	].filter((hindrance) => hindrance !== '');
}
