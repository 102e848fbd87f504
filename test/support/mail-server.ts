/** Runs an SMTP server that receives alert mails. It enforces the protocol, and refuses the recipients that a test names. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export type ReceivedMail = {
	readonly sender: string;
	readonly recipients: readonly string[];
	/** The whole message as received: headers, an empty line, the text. */
	readonly source: string;
};

export type MailStandIn = AsyncDisposable & {
	readonly port: number;
	readonly received: readonly ReceivedMail[];
	/** Resolves once this many mails have arrived in total. */
	readonly count: (count: number) => Promise<void>;
};

/** User name and password that a server with a login accepts. */
export const MAIL_LOGIN = { user: 'carrywire', password: 'mail-password-of-the-operator' };

/**
 * Starts a server on this machine.
 * @param options `refused`: recipients that get 550; `hasLogin`: true to require `MAIL_LOGIN`; `hasTls`: true to
 * offer STARTTLS with a certificate that nobody trusts
 */
export async function startMailServer(
	options: {
		readonly refused?: readonly string[];
		readonly hasLogin?: boolean;
		readonly hasTls?: boolean;
	} = {},
): Promise<MailStandIn> {
	const { refused = [], hasLogin = false, hasTls = false } = options;
	const received: ReceivedMail[] = [];
	const waiting = new Set<() => void>();
	const server = new SMTPServer({
		authOptional: !hasLogin,
		allowInsecureAuth: true,
		disabledCommands: hasTls ? [] : ['STARTTLS'],
		onAuth({ username, password }, _session, done) {
			if (username === MAIL_LOGIN.user && password === MAIL_LOGIN.password) done(null, { user: username });
			else done(new Error('The login is wrong.'));
		},
		onRcptTo({ address }, _session, done) {
			if (!refused.includes(address)) return done();
			done(Object.assign(new Error(`No mailbox ${address}`), { responseCode: 550 }));
		},
		onData(stream, session, done) {
			const chunks: Buffer[] = [];
			stream.on('data', (chunk: Buffer) => chunks.push(chunk));
			stream.on('end', () => {
				const { mailFrom, rcptTo } = session.envelope;
				received.push({
					sender: mailFrom === false ? '' : mailFrom.address,
					recipients: rcptTo.map(({ address }) => address),
					source: Buffer.concat(chunks).toString('utf8'),
				});
				done();
				for (const wake of [...waiting]) wake();
			});
		},
	});
	// A client that leaves in the middle of a handshake is a case of the tests, not a failure of the server.
	server.on('error', () => {});
	server.listen(0, '127.0.0.1');
	await once(server.server, 'listening');
	return {
		port: (server.server.address() as AddressInfo).port,
		received,
		count: (count) =>
			new Promise((resolve) => {
				const check = (): void => {
					if (received.length < count) return;
					waiting.delete(check);
					resolve();
				};
				waiting.add(check);
				check();
			}),
		[Symbol.asyncDispose]: () =>
			new Promise((resolve) => {
				server.close(resolve);
			}),
	};
}

/** Returns the confirmation code in a mail. @throws Error if there is none */
export function codeIn({ source }: ReceivedMail): string {
	const [, code] = /Your code is (\d{6})\./.exec(source) ?? [];
	if (code === undefined) throw new Error(`No code in: ${source}`);
	return code;
}
