/**
 * Lists an exchange's hosts that the doctor connects to: those for its site, and further ones that its adapter uses.
 */

import type { VenueSite } from '../../domain/venue-sites.ts';
import { venueFacts } from '../../venues/facts.ts';

/** An exchange host and its port. */
export type Host = { readonly name: string; readonly port: number };

const DEFAULT_PORT = 443;

/** Returns the hosts without duplicates. The REST host comes first. */
export function hostsOf(venue: string, site: VenueSite | undefined): readonly Host[] {
	if (site === undefined) return [];
	const further = (venueFacts(venue)?.sites.further ?? []).map((name) => ({ name, port: DEFAULT_PORT }));
	const { rest, publicStream, privateStream } = site.hosts;
	const named = [...new Set([rest, publicStream, privateStream])].map((origin) => {
		const { hostname, port } = new URL(origin);
		return { name: hostname, port: port === '' ? DEFAULT_PORT : Number(port) };
	});
	const [first, ...others] = [...new Map(named.map((host) => [`${host.name}:${host.port}`, host])).values()];
	return first === undefined ? [] : [first, ...further, ...others];
}
