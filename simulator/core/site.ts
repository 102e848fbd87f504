/**
 * Restricts keys to the site that a simulator represents. They are unknown at every other site, just as keys of a
 * regional site or a test environment are unknown at the main one.
 */
import type { ApiKey } from './api-keys.ts';
import type { Exchange } from './types.ts';

export type Site = {
	/** Host names at which the site's keys are valid; undefined means any name. */
	readonly hosts: readonly string[] | undefined;
	/** True if trading at the site uses test money. */
	readonly isTest: boolean;
};

/** Maximum number of requested host names that are remembered. */
const ASKED_MAX = 100;

export type SiteKeys = {
	/** The exchange as the front end sees it. */
	readonly exchange: Exchange;
	/**
	 * Runs the action for a request or message that was sent to `host`. If `host` is not one of the site's hosts, no
	 * key is known during the action.
	 */
	readonly at: <T>(host: string, act: () => T) => T;
	/**
	 * Returns the host names that requests and connections have used since the start, each once, in alphabetical
	 * order.
	 */
	readonly asked: () => readonly string[];
};

export function createSiteKeys(exchange: Exchange, { hosts }: Site): SiteKeys {
	const asked = new Set<string>();
	let isElsewhere = false;
	const strangers: Pick<Exchange, 'apiKey' | 'apiKeys'> = {
		apiKey: (): ApiKey | undefined => undefined,
		apiKeys: (): Iterable<ApiKey> => [],
	};
	return {
		exchange: new Proxy(exchange, {
			get(target, name) {
				if (isElsewhere && (name === 'apiKey' || name === 'apiKeys')) return strangers[name];
				const member: unknown = Reflect.get(target, name, target);
				return typeof member === 'function' ? member.bind(target) : member;
			},
		}),
		at(host, act) {
			if (asked.size < ASKED_MAX) asked.add(host);
			const before = isElsewhere;
			isElsewhere = hosts !== undefined && !hosts.includes(host);
			try {
				return act();
			} finally {
				isElsewhere = before;
			}
		},
		asked: () => [...asked].sort(),
	};
}
