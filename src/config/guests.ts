/** Where somebody may log in without proving anything: on their own machine, at simulated exchanges, and nowhere else. */
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

/** Whether the page of the login offers it. */
export function areGuestsOffered(settings: GuestSettings): boolean {
	return settings.auth.guests !== 'off' && hindrances(settings).length === 0;
}

/** Rules between settings, as [path, rule]: `on` asks for what `auto` would not do. */
export function guestFaults(settings: GuestSettings): [string, string][] {
	if (settings.auth.guests !== 'on') return [];
	return hindrances(settings).map((hindrance) => ['auth.guests', `must be auto or off ${hindrance}`]);
}

function hindrances({ mode, server, auth }: GuestSettings): readonly string[] {
	const { host, publicUrl, trustedProxies } = server;
	return [
		mode === 'simulated' ? '' : `in mode ${mode}: a guest proves nothing`,
		isLoopback(host.includes(':') ? `[${host}]` : host)
			? ''
			: 'where server.host is no loopback address: whoever reaches the service would be let in',
		publicUrl === null && trustedProxies.length === 0
			? ''
			: 'where server.publicUrl or server.trustedProxies is set: others than the person at this machine may come',
		auth.admitted.length === 0 ? '' : 'where auth.admitted names who may log in',
	].filter((hindrance) => hindrance !== '');
}
