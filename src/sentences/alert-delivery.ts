/** Outcomes of deliveries and of calls of a heartbeat. The store keeps them as text. */
import type { Words, Writer } from './sentence.ts';

/** Rules for a URL, as the end of a sentence. */
export const alertUrl = {
	url: () => 'must be a URL',
	https: () => 'must be an https URL',
	httpsOrOwn: () => 'must be an https URL, or http to this machine',
	noLogin: () => 'must be a URL without a user name or password',
	publicAddress: () => 'must be a URL of a public address',
};

/** Outcomes. Ages are texts, such as `12 s` or `3 h`. */
export const alertDelivery = {
	/** @param body the target's own words; empty for none. @param isRedirect true for a status of 3xx */
	answered: ({ status, body, isRedirect }: { status: number; body: string; isRedirect: boolean }) =>
		`It answered ${status}${body === '' ? '' : `: ${body}`}.${isRedirect ? ' The service does not follow redirects. Enter the new address.' : ''}`,
	address: ({ rule }: { rule: Words }, write: Writer) => `The address ${write.words(rule)}.`,
	unreachable: ({ host, seconds }: { host: string; seconds: number }) =>
		`${host} gave no answer within ${seconds} s, cannot be reached, or is not public. The service's log has the cause.`,
	unreadable: () => 'The stored address cannot be decrypted. Remove the target and add it again.',
	tooOld: ({ age }: { age: string }) => `The alert was older than ${age}.`,
	queueFull: ({ count }: { count: number }) => `More than ${count} alerts were waiting for the target.`,
	heldTooMany: ({ count }: { count: number }) => `More than ${count} alerts waited during quiet hours.`,
	paused: () => 'The target was paused.',
	/** @param code the server's reply code; null for none */
	mailAccepted: ({ code }: { code: number | null }) =>
		`The mail server accepted it${code === null ? '' : ` (${code})`}.`,
	/** @param reply the server's own words; empty for none */
	mailReplied: ({ code, reply }: { code: number; reply: string }) =>
		`The mail server answered ${code}${reply === '' ? '' : `: ${reply}`}.`,
	mailUnreachable: ({ cause }: { cause: string }) =>
		`The mail server of this service cannot be used (${cause}). The operator's log has the cause.`,
	heartbeatUnreadable: () => 'The stored URL cannot be decrypted. Set the heartbeat again.',
	storeNotWritable: () => 'The store cannot be written, so no heartbeat is sent.',
	checksStopped: ({ age }: { age: string }) =>
		`The alert checks have not completed for ${age}, so no heartbeat is sent.`,
	noMarketData: () => 'No exchange sends current data, so no heartbeat is sent.',
};
