/** Defines the operator's SMTP server for alert mails, and reads its password from the environment. */
import { isIP } from 'node:net';
import * as z from 'zod';
import { isMailAddress } from '../domain/mail-address.ts';
import { choice, optionalWords, section, variableName, whole } from './values.ts';

/** Section `mail`: the SMTP server. Without a host, users cannot add e-mail targets. */
export const mailSchema = section('SMTP server for alert mails ([alerts.md](alerts.md)).', {
	host: optionalWords(255, 'Host name or address of the SMTP server; null: no mails.'),
	port: whole([1, 465, 65_535], 'port', 'Port of the SMTP server.'),
	security: choice(
		['tls', 'starttls', 'none'],
		'tls',
		'tls: TLS from the start, usually port 465. starttls: TLS by an upgrade that must succeed, usually port 587. none: plain text, only for a server on this machine.',
	),
	user: optionalWords(255, 'User name at the SMTP server; null: no authentication.'),
	passwordVariable: variableName('Environment variable that holds the password of the SMTP server.'),
	from: z
		.string()
		.refine(isMailAddress, { error: 'must be a mail address such as alerts@example.com' })
		.nullable()
		.meta({ default: null, description: 'Sender address of alert mails; required with a host.' })
		.optional()
		.transform((given) => given ?? null),
});

/** The settings of the mail server. */
export type MailSettings = z.output<typeof mailSchema>;

/** A configured mail server with its password; undefined without a host. */
export type ReadyMailServer =
	| {
			readonly host: string;
			readonly port: number;
			readonly security: MailSettings['security'];
			readonly login: { readonly user: string; readonly password: string } | undefined;
			readonly from: string;
	  }
	| undefined;

/** Checks rules that involve several settings; returns the violations as [path, rule]. */
export function mailFaults({
	host,
	security,
	user,
	passwordVariable,
	from,
}: MailSettings): [string, string][] {
	if (host === null) return [];
	const faults: [string, string][] = [];
	if (from === null) faults.push(['mail.from', 'must be set, because mail.host is set']);
	if (security === 'none' && !isThisMachine(host))
		faults.push(['mail.security', 'must be tls or starttls, unless mail.host is this machine (localhost)']);
	if ((user === null) !== (passwordVariable === null))
		faults.push([
			user === null ? 'mail.user' : 'mail.passwordVariable',
			'must be set, because mail.user and mail.passwordVariable need each other',
		]);
	return faults;
}

/** Returns the mail server with its password. `unset` names the setting whose variable is missing or empty. */
export function readMailServer(
	{ host, port, security, user, passwordVariable, from }: MailSettings,
	env: Readonly<Record<string, string | undefined>>,
): { readonly server: ReadyMailServer; readonly unset: readonly string[] } {
	if (host === null || from === null) return { server: undefined, unset: [] };
	if (user === null || passwordVariable === null)
		return { server: { host, port, security, login: undefined, from }, unset: [] };
	const password = env[passwordVariable] ?? '';
	if (password === '') return { server: undefined, unset: ['mail.passwordVariable'] };
	return { server: { host, port, security, login: { user, password }, from }, unset: [] };
}

function isThisMachine(host: string): boolean {
	return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
