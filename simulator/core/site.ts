/**
 * Which site of its venue a simulator stands for: at every other its keys are unknown, as those of a regional site or of a test
 * environment are at the main one.
 */
import type { ApiKey } from './api-keys.ts';
import type { Exchange } from './types.ts';

export type Site = {
	/** Names at which its keys are known; undefined: whatever it is called. */
	readonly hosts: readonly string[] | undefined;
	/** Its money is test money. */
	readonly isTest: boolean;
};

/** Hosts that are remembered of what was asked. */
const ASKED_MAX = 100;

export type SiteKeys = {
	/** The exchange as a face sees it. */
	readonly exchange: Exchange;
	/** Runs what a request or a message does that was sent to this host; one of the machine itself is every site. */
	readonly at: <T>(host: string, act: () => T) => T;
	/** Hosts that were asked, each once, in the order of the alphabet. */
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
