/** Section `transport`: redirections of requests, and the valid combinations. */
import * as z from 'zod';
import { usesOwnKeys } from '../domain/trading-mode.ts';
import { list, section } from './values.ts';

const PORT_MAX = 65_535;

/** Section `transport`: redirections of exchanges to ports of this machine, at most 16. */
export const transportSchema = section('Redirects exchange requests in paper, testnet and live mode.', {
	redirect: list(
		z.string().regex(/^[a-z0-9]{1,32}=\d{1,5}$/, { error: 'must be an exchange, = and a port: bybit=4001' }),
		[],
		16,
		'For rehearsals: local ports to use instead of exchanges, such as bybit=4001. Requests keep the exchange’s host name and signature, but are sent without TLS. In testnet and live mode, redirect all exchanges or none.',
	),
});

/** Rules between the redirections, the mode and the exchanges, as [path, rule]. */
export function transportFaults(
	mode: string,
	venues: readonly string[],
	redirect: readonly string[],
): [string, string][] {
	const path = 'transport.redirect';
	if (redirect.length === 0) return [];
	if (mode === 'simulated') return [[path, 'must be empty in simulated mode, which has its own exchanges']];
	const named = redirect.map((entry) => entry.slice(0, entry.indexOf('=')));
	const ports = redirect.map((entry) => Number(entry.slice(entry.indexOf('=') + 1)));
	const faults: [string, string][] = [];
	if (named.some((venue) => !venues.includes(venue)) || new Set(named).size !== named.length)
		faults.push([path, `must list exchanges from the venues setting, each only once: ${venues.join(', ')}`]);
	if (ports.some((port) => !(port >= 1 && port <= PORT_MAX)))
		faults.push([path, `must have ports from 1 to ${PORT_MAX}`]);
	// A half redirected trade would open a real leg without its hedge.
	if (usesOwnKeys(mode) && venues.some((venue) => !named.includes(venue)))
		faults.push([
			path,
			`must list every exchange or none in ${mode} mode, because otherwise one leg of a rehearsal would be ${mode === 'live' ? 'real' : 'at the exchange'}: ${venues.join(', ')}`,
		]);
	return faults;
}
