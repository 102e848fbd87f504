import { afterEach, expect, test } from 'vitest';
import { MAIL_LOGIN, type MailStandIn, startMailServer } from '../../test/support/mail-server.ts';
import { MAIL_TEXTS } from '../alerts/text.ts';
import type { Mail } from '../ports/mail-sender.ts';
import { createMailSender, type MailServer } from './mail-sender.ts';

let server: MailStandIn | undefined;
let logged: string[] = [];
afterEach(async () => {
	await server?.[Symbol.asyncDispose]();
	logged = [];
});

const note = (facts: unknown, message: string): void => void logged.push(JSON.stringify([facts, message]));

function senderFor({ port }: { readonly port: number }, change: Partial<MailServer> = {}) {
	return createMailSender(
		{
			host: '127.0.0.1',
			port,
			security: 'none',
			login: undefined,
			from: 'alerts@carrywire.example',
			...change,
		},
		{
			timeLimitMs: 5_000,
			logger: { debug: note, info: note, warn: note, error: note },
			sentences: MAIL_TEXTS,
		},
	);
}

const MAIL: Mail = {
	recipient: 'ann@mail.example',
	subject: 'Carrywire Warning: SOL',
	text: 'Two lines\nof text.\n',
	messageId: 'alert_1',
};

test('sends one plain-text mail with a lasting Message-ID', async () => {
	server = await startMailServer();
	expect(await senderFor(server).send(MAIL)).toEqual({
		kind: 'accepted',
		code: 250,
		answer: 'The mail server accepted it (250).',
	});
	const [mail] = server.received;
	expect(mail).toMatchObject({ sender: 'alerts@carrywire.example', recipients: ['ann@mail.example'] });
	expect(mail?.source).toContain('Message-ID: <alert_1@carrywire.example>');
	expect(mail?.source).toContain('Auto-Submitted: auto-generated');
	expect(mail?.source).toMatch(/\r\n\r\nTwo lines\r\nof text\.\r\n/);
});

test('a subject with line breaks adds no header and no recipient', async () => {
	server = await startMailServer();
	const subject = 'Hello\r\nBcc: bob@mail.example\r\n\r\nInjected body';
	expect(await senderFor(server).send({ ...MAIL, subject })).toMatchObject({ kind: 'accepted' });
	const [mail] = server.received;
	const [headers = ''] = mail?.source.split('\r\n\r\n') ?? [];
	expect(mail?.recipients).toEqual(['ann@mail.example']);
	expect(headers).not.toMatch(/^Bcc:/im);
	expect(headers).toMatch(/^Subject: Hello Bcc: bob@mail\.example/m);
});

test('a text with the end mark of SMTP stays one mail', async () => {
	server = await startMailServer();
	const text = 'before\r\n.\r\nMAIL FROM:<eve@mail.example>\r\nafter';
	await senderFor(server).send({ ...MAIL, text });
	expect(server.received).toHaveLength(1);
	expect(server.received[0]?.source).toContain('after');
});

test('tells a refused recipient from a server that cannot be used', async () => {
	server = await startMailServer({ refused: ['nobody@mail.example'] });
	expect(await senderFor(server).send({ ...MAIL, recipient: 'nobody@mail.example' })).toEqual({
		kind: 'refused',
		code: 550,
		answer: 'The mail server answered 550: No mailbox nobody@mail.example.',
	});
	const { port } = server;
	await server[Symbol.asyncDispose]();
	server = undefined;
	expect(await senderFor({ port }).send(MAIL)).toMatchObject({
		kind: 'failed',
		code: null,
		answer: expect.stringMatching(/^The mail server of this service cannot be used \(ESOCKET\)/),
	});
});

test('logs in, and neither log nor answer shows the password', async () => {
	server = await startMailServer({ hasLogin: true });
	expect(await senderFor(server, { login: MAIL_LOGIN }).send(MAIL)).toMatchObject({ kind: 'accepted' });
	const wrong = { ...MAIL_LOGIN, password: 'wrong-password-of-the-operator' };
	const answer = await senderFor(server, { login: wrong }).send(MAIL);
	expect(answer).toMatchObject({ kind: 'failed', code: null });
	expect(logged).toHaveLength(1);
	expect(`${JSON.stringify(answer)}${logged.join()}`).not.toContain('wrong-password');
});

test.each(['starttls', 'tls'] as const)('with %s sends nothing without verified TLS', async (security) => {
	server = await startMailServer();
	expect(await senderFor(server, { security }).send(MAIL)).toMatchObject({ kind: 'failed' });
	await using untrusted = await startMailServer({ hasTls: true });
	expect(await senderFor(untrusted, { security }).send(MAIL)).toMatchObject({ kind: 'failed' });
	expect([...server.received, ...untrusted.received]).toEqual([]);
});
