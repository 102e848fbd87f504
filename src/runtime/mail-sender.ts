/**
 * Sends mails with nodemailer by the operator's SMTP server. TLS is required unless the server is on this machine.
 * The library is loaded with the first mail, because most services send none.
 */
import type { Transporter } from 'nodemailer';
import { messageOf } from '../domain/message-of.ts';
import type { Logger } from '../ports/logger.ts';
import type { Mail, MailAnswer, MailSender } from '../ports/mail-sender.ts';

/** The SMTP server and the sender's address. */
export type MailServer = {
	readonly host: string;
	readonly port: number;
	/** `tls`: TLS from the start; `starttls`: upgrade is required; `none`: plain text, only on this machine. */
	readonly security: 'tls' | 'starttls' | 'none';
	/** User name and password; undefined for a server without authentication. */
	readonly login: { readonly user: string; readonly password: string } | undefined;
	readonly from: string;
};

/** Texts of outcomes, from the composition, because all sentences for users are in one file. */
export type MailSentences = {
	readonly accepted: (code: number | null) => string;
	readonly replied: (code: number, reply: string) => string;
	readonly unreachable: (cause: string) => string;
};

/** Maximum number of characters of a server's reply in a message. */
const REPLY_LENGTH_MAX = 200;
/** First reply code for a permanent failure (RFC 5321, 4.2.1). */
const PERMANENT = 500;

/** Creates the sender. Each mail uses its own connection, so that a dead connection delays no alert. */
export function createMailSender(
	server: MailServer,
	options: { readonly timeLimitMs: number; readonly logger: Logger; readonly sentences: MailSentences },
): MailSender {
	let transport: Transporter | undefined;
	const opened = async (): Promise<Transporter> => {
		transport ??= (await import('nodemailer')).createTransport({
			host: server.host,
			port: server.port,
			secure: server.security === 'tls',
			requireTLS: server.security === 'starttls',
			ignoreTLS: server.security === 'none',
			...(server.login === undefined
				? {}
				: { auth: { user: server.login.user, pass: server.login.password } }),
			connectionTimeout: options.timeLimitMs,
			greetingTimeout: options.timeLimitMs,
			socketTimeout: options.timeLimitMs,
			dnsTimeout: options.timeLimitMs,
			// Mails contain text only. These switches make sure that no text can name a file or URL to attach.
			disableFileAccess: true,
			disableUrlAccess: true,
		});
		return transport;
	};
	return {
		from: server.from,
		async send(mail) {
			try {
				const sent = (await (await opened()).sendMail(messageFor(mail, server.from))) as {
					response?: string;
				};
				const code = Number.parseInt(sent.response ?? '', 10);
				return { kind: 'accepted', code: code || null, answer: options.sentences.accepted(code || null) };
			} catch (error) {
				return failedAnswer(error, server, options);
			}
		},
		close: () => transport?.close(),
	};
}

function messageFor({ recipient, subject, text, messageId }: Mail, from: string) {
	const domain = from.slice(from.lastIndexOf('@') + 1);
	return {
		// Addresses are given as objects, so the library does not parse them as lists or names.
		from: { name: 'Carrywire', address: from },
		to: { name: '', address: recipient },
		envelope: { from, to: [recipient] },
		// A header has one line. Node's own strings may hold any character, so line breaks are removed here.
		subject: subject.replace(/\p{Cc}+/gu, ' '),
		text,
		messageId: `<${messageId}@${domain}>`,
		// RFC 3834: automatic answers, such as out-of-office notes, are not sent to this mail.
		headers: { 'Auto-Submitted': 'auto-generated' },
	};
}

function failedAnswer(
	error: unknown,
	{ host, login }: MailServer,
	{ logger, sentences }: { readonly logger: Logger; readonly sentences: MailSentences },
): MailAnswer {
	const { code, responseCode, response } = (error ?? {}) as {
		readonly code?: unknown;
		readonly responseCode?: unknown;
		readonly response?: unknown;
	};
	const cause = typeof code === 'string' && /^[A-Z_0-9]{1,60}$/.test(code) ? code : 'unknown cause';
	const said = hidden(messageOf(error), login);
	logger.warn({ host, cause, said }, 'a mail could not be sent');
	const isAboutMail = cause === 'EENVELOPE' || cause === 'EMESSAGE';
	// Answers about the login or the connection concern the operator, so users get no words of the server.
	if (!isAboutMail || typeof responseCode !== 'number')
		return { kind: 'failed', code: null, answer: sentences.unreachable(cause) };
	const reply = hidden(typeof response === 'string' ? response : '', login)
		.replace(/^\d{3}[ -]/, '')
		.replace(/[^\x20-\x7e]+/g, ' ')
		.trim()
		.slice(0, REPLY_LENGTH_MAX)
		.replace(/\.$/, '');
	return {
		kind: responseCode >= PERMANENT ? 'refused' : 'failed',
		code: responseCode,
		answer: sentences.replied(responseCode, reply),
	};
}

function hidden(text: string, login: MailServer['login']): string {
	return login === undefined ? text : text.replaceAll(login.password, '…');
}
