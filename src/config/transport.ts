/**
 * Defines section `transport`, which redirects exchange requests, and checks it against the mode and the exchanges.
 */
import * as z from 'zod';
import { usesOwnKeys } from '../domain/trading-mode.ts';
import { list, section } from './values.ts';

const PORT_MAX = 65_535;

/** Section `transport`: redirects up to 16 exchanges to ports on this machine. */
export const transportSchema = section('Redirects exchange requests in paper, testnet and live mode.', {
	redirect: list(
		z
			.string()
			.regex(/^[a-z0-9]{1,32}=\d{1,5}$/, { error: 'must be an exchange, = and a port, such as bybit=4001' }),
		[],
		16,
		'For rehearsals: local ports to use instead of exchanges, such as bybit=4001. Requests keep the exchange’s host name and signature, but are sent without TLS. In testnet and live mode, redirect all exchanges or none.',
	),
});

/** Checks the redirections against the mode and the exchanges; returns the violations as [path, rule]. */
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
		faults.push([
			path,
			`must list each exchange only once, and only exchanges from the venues setting (${venues.join(', ')})`,
		]);
	if (ports.some((port) => !(port >= 1 && port <= PORT_MAX)))
		faults.push([path, `must have ports from 1 to ${PORT_MAX}`]);
	// If only one leg of a trade were redirected, the other leg would open without its hedge.
	if (usesOwnKeys(mode) && venues.some((venue) => !named.includes(venue)))
		faults.push([
			path,
			`must list every exchange (${venues.join(', ')}) or none in ${mode} mode, because otherwise one leg of a rehearsal would be ${mode === 'live' ? 'real' : 'on the real test environment'}`,
		]);
	return faults;
}
