/**
 * Tests the alerts page: rules, targets, quiet hours, the heartbeat and the delivery log, with a receiver, a mail
 * server and a monitoring service on this machine. The tests run in order, and each continues from the previous one.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AlertReceiver, startAlertReceiver } from '../support/alert-receiver.ts';
import { codeIn, type MailStandIn, startMailServer } from '../support/mail-server.ts';
import { faultsOfAppearance } from './appearance.ts';
import { type DashboardFixture, openDashboardFixture, type Visitor } from './dashboard-fixture.ts';

const RECIPIENT = 'ann@mail.example';
let fixture: DashboardFixture;
let visitor: Visitor;
let receiver: AlertReceiver;
let mails: MailStandIn;
let monitor: Server;
let beats = 0;

beforeAll(async () => {
	receiver = await startAlertReceiver();
	mails = await startMailServer({ refused: ['nobody@mail.example'] });
	monitor = createServer((_request, response) => {
		beats += 1;
		response.writeHead(200).end();
	});
	await new Promise<void>((resolve) => {
		monitor.listen(0, '127.0.0.1', resolve);
	});
	fixture = await openDashboardFixture({
		alerts: { allowLoopback: true, rulePeriodMs: 1_000, retryFirstMs: 100, retryMaxMs: 500 },
		mail: { host: '127.0.0.1', port: mails.port, security: 'none', from: 'alerts@carrywire.example' },
	});
	visitor = await fixture.visitor({ loggedIn: true });
});

afterAll(async () => {
	await fixture?.[Symbol.asyncDispose]();
	await receiver?.[Symbol.asyncDispose]();
	await mails?.[Symbol.asyncDispose]();
	monitor?.closeAllConnections();
	monitor?.close();
});

const section = (name: string): Locator => visitor.page.getByRole('region', { name, exact: true });
const row = (within: Locator, name: string): Locator => within.getByRole('row').filter({ hasText: name });

/** Opens the form below a section's list, if it is folded. */
async function unfold(within: Locator, summary: string): Promise<void> {
	const details = within.locator('details');
	if ((await details.getAttribute('open')) === null)
		await details.getByText(summary, { exact: true }).click();
}

test('tells a visitor without a login why the page is empty', async () => {
	const stranger = await fixture.visitor();
	await stranger.go('/alerts');
	await stranger.page.getByRole('heading', { name: 'Alerts', level: 1 }).waitFor();
	await stranger.page.getByRole('main').getByRole('link', { name: 'Log in' }).first().waitFor();
	expect(await stranger.page.getByRole('button', { name: 'Add rule' }).count()).toBe(0);
	expect(await stranger.barriers()).toEqual([]);
});

test('adds a webhook, shows its signing secret once, and tests, pauses and resumes it', async () => {
	await visitor.go('/alerts');
	const targets = section('Targets');
	await unfold(targets, 'Add a target');
	await targets.getByRole('button', { name: 'Add webhook' }).click();
	await targets.getByText('URL is missing.').waitFor();
	await targets.getByLabel('URL').fill('http://10.0.0.1/');
	await targets.getByRole('button', { name: 'Add webhook' }).click();
	await targets.getByText(/must be an https URL/).waitFor();
	await targets.getByLabel('URL').fill(`${receiver.url}/in?key=secret-of-the-page`);
	await targets.getByLabel('Name').fill('pager');
	await targets.getByRole('button', { name: 'Add webhook' }).click();
	const secret = await targets.locator('#signing-secret').textContent();
	expect(secret).toMatch(/^whsec_/);
	await targets.getByRole('button', { name: 'I have copied it' }).click();
	expect(await visitor.page.content()).not.toContain(secret);
	expect(await visitor.page.content()).not.toContain('secret-of-the-page');
	const pager = row(targets, 'pager');
	await pager.getByRole('button', { name: 'Send test' }).click();
	await pager.getByText(/^Test arrived in \d+ ms/).waitFor();
	expect(receiver.received.map(({ read }) => read.type)).toEqual(['alert.test']);
	await pager.getByRole('button', { name: 'Pause' }).click();
	await pager.getByText('Paused by you').waitFor();
	await pager.getByRole('button', { name: 'Resume' }).click();
	await pager.getByText('Active', { exact: true }).waitFor();
});

test('refuses a malformed Telegram token and a mail address with a second line beside their fields', async () => {
	const targets = section('Targets');
	await unfold(targets, 'Add a target');
	await targets.getByLabel('Kind', { exact: true }).selectOption('telegram');
	await targets.getByLabel('Bot token').fill('not-a-token');
	await targets.getByLabel('Chat id').fill('1');
	await targets.getByRole('button', { name: 'Add Telegram' }).click();
	await targets.getByText(/Bot token must be the token of a bot/).waitFor();
	expect(await targets.getByLabel('Bot token').inputValue()).toBe('');
	await targets.getByLabel('Kind', { exact: true }).selectOption('email');
	await targets.getByLabel('Mail address').fill('ann@mail.example,bob@mail.example');
	await targets.getByRole('button', { name: 'Send code' }).click();
	await targets.getByText(/must be one mail address/).waitFor();
	await targets.getByLabel('Mail address').fill('nobody@mail.example');
	await targets.getByRole('button', { name: 'Send code' }).click();
	await targets.getByText(/The mail server answered 550/).waitFor();
	expect(mails.received).toEqual([]);
});

test('sends alerts to a mail address only after its code', async () => {
	const targets = section('Targets');
	await targets.getByLabel('Mail address').fill(RECIPIENT);
	await targets.getByLabel('Name').fill('inbox');
	await targets.getByRole('button', { name: 'Send code' }).click();
	const inbox = row(targets, 'inbox');
	await inbox.getByText('Waits for its code').waitFor();
	expect(await inbox.getByRole('button', { name: 'Send test' }).count()).toBe(0);
	const [first] = mails.received;
	if (first === undefined) throw new Error('No mail arrived.');
	const code = codeIn(first);
	await inbox.getByLabel('Code from the mail').fill(code === '000000' ? '000001' : '000000');
	await inbox.getByRole('button', { name: 'Confirm address' }).click();
	await inbox.getByText(/4 tries are left/).waitFor();
	await inbox.getByLabel('Code from the mail').fill(code);
	await inbox.getByRole('button', { name: 'Confirm address' }).click();
	await inbox.getByText('Active', { exact: true }).waitFor();
	await inbox.getByRole('button', { name: 'Send test' }).click();
	await inbox.getByText(/^Test arrived in \d+ ms/).waitFor();
	expect(mails.received[1]?.recipients).toEqual([RECIPIENT]);
});

test('alerts when the funding rate of a coin crosses the limit of a rule', async () => {
	const rules = section('Threshold rules');
	await unfold(rules, 'Add a rule');
	await rules.getByRole('button', { name: 'Add rule' }).click();
	await rules.getByText('Coin is missing.').waitFor();
	await rules.getByText('Enter a number.').waitFor();
	await rules.getByLabel('Name').fill('SOL watch');
	await rules.getByLabel('Coin').fill('nosuchcoin');
	await rules.getByLabel(/^Limit/).fill('-99999');
	await rules.getByRole('button', { name: 'Add rule' }).click();
	await rules.getByText(/Coin must be listed/).waitFor();
	await rules.getByLabel('Coin').fill('sol');
	await rules.getByRole('button', { name: 'Add rule' }).click();
	const watch = row(rules, 'SOL watch');
	await watch.getByText('Alerting').waitFor();
	await section('Recent alerts')
		.getByText(/^SOL watch: the funding rate of SOL on/)
		.first()
		.waitFor();
	await receiver.count(2);
	expect(receiver.received[1]?.read).toMatchObject({
		type: 'alert.threshold',
		data: { facts: { state: 'began', rule_kind: 'funding_rate', coin: 'SOL', limit: -99_999, unit: '%' } },
	});
	await mails.count(3);
	expect(mails.received[2]?.source).toContain('Subject: Carrywire Warning: SOL watch');
});

test('changes the limit of a rule, turns it off and removes it after a question', async () => {
	const watch = row(section('Threshold rules'), 'SOL watch');
	await watch.getByRole('button', { name: 'Change limit' }).click();
	await watch.getByLabel(/^Limit/).fill('99999');
	await watch.getByRole('button', { name: 'Save limit' }).click();
	await watch.getByText('above 99,999 % a year').waitFor();
	await watch.getByText('Watching').waitFor();
	await watch.getByRole('button', { name: 'Turn off' }).click();
	await watch.getByText('Off', { exact: true }).waitFor();
	await watch.getByRole('button', { name: 'Remove rule' }).click();
	await watch.getByRole('button', { name: 'Keep' }).click();
	await watch.getByRole('button', { name: 'Remove rule' }).click();
	await watch.getByRole('group').getByRole('button', { name: 'Remove rule' }).click();
	await watch.waitFor({ state: 'detached' });
});

test('filters alerts by severity, kind and day', async () => {
	const recent = section('Recent alerts');
	await recent.getByLabel('Severity').selectOption('critical');
	await recent.getByText('No alert matches these filters.').waitFor();
	await recent.getByLabel('Severity').selectOption('warning');
	await recent
		.getByText(/^SOL watch/)
		.first()
		.waitFor();
	await recent.getByLabel('Kind').selectOption('unhedged');
	await recent.getByText('No alert matches these filters.').waitFor();
	await recent.getByLabel('Kind').selectOption('threshold');
	await recent.getByLabel('Until').fill('2020-01-01');
	await recent.getByText('No alert matches these filters.').waitFor();
	await recent.getByLabel('Until').fill('');
	await recent
		.getByText(/^SOL watch/)
		.first()
		.waitFor();
});

test('shows each delivery in the log, by target and state', async () => {
	const log = section('Delivery log');
	await log.getByRole('cell', { name: 'inbox' }).first().waitFor();
	await log.getByLabel('Target').selectOption({ label: 'pager' });
	await log.getByRole('cell', { name: 'inbox' }).first().waitFor({ state: 'detached' });
	await log.getByRole('cell', { name: 'Delivered' }).first().waitFor();
	await log.getByLabel('State').selectOption('refused');
	await log.getByText('No delivery matches these filters.').waitFor();
});

test('sets and removes quiet hours', async () => {
	const quiet = section('Quiet hours');
	await quiet.getByLabel('From').fill('25:00');
	await quiet.getByRole('button', { name: 'Save quiet hours' }).click();
	await quiet.getByText('Enter a time such as 22:00.').waitFor();
	await quiet.getByLabel('From').fill('00:00');
	await quiet.getByLabel('Until').fill('23:59');
	await quiet.getByLabel('Time zone').fill('Mars/Olympus');
	await quiet.getByRole('button', { name: 'Save quiet hours' }).click();
	await quiet.getByText(/Time zone must be an IANA time zone/).waitFor();
	await quiet.getByLabel('Time zone').fill('Europe/Berlin');
	await quiet.getByRole('button', { name: 'Save quiet hours' }).click();
	await quiet.getByText('00:00 to 23:59, Europe/Berlin').waitFor();
	expect(await faultsOfAppearance(visitor, 'alerts')).toEqual([]);
	await quiet.getByRole('button', { name: 'Remove quiet hours' }).click();
	await quiet.getByRole('group').getByRole('button', { name: 'Remove quiet hours' }).click();
	await quiet.getByText('No quiet hours.').waitFor();
});

test('calls the heartbeat of the user and shows the answer', async () => {
	const heartbeat = section('Outgoing heartbeat');
	await heartbeat.getByLabel('URL').fill('https://169.254.169.254/latest/meta-data/');
	await heartbeat.getByRole('button', { name: 'Save heartbeat' }).click();
	await heartbeat.getByText(/must be a URL of a public address/).waitFor();
	const { port } = monitor.address() as AddressInfo;
	await heartbeat.getByLabel('URL').fill(`http://127.0.0.1:${port}/ping/secret-of-the-check`);
	await heartbeat.getByLabel('Method').selectOption('HEAD');
	await heartbeat.getByRole('button', { name: 'Save heartbeat' }).click();
	await heartbeat.getByText(`HEAD http://127.0.0.1:${port}`).waitFor();
	await heartbeat.getByText(/^Last call answered/).waitFor();
	expect(beats).toBe(1);
	expect(await visitor.page.content()).not.toContain('secret-of-the-check');
	await heartbeat.getByRole('button', { name: 'Remove heartbeat' }).click();
	await heartbeat.getByRole('group').getByRole('button', { name: 'Remove heartbeat' }).click();
	await heartbeat.getByText('No heartbeat.').waitFor();
});

test('removes targets after a question, and leaves no complaint in the browser', async () => {
	const targets = section('Targets');
	for (const name of ['pager', 'inbox']) {
		const target = row(targets, name);
		await target.getByRole('button', { name: 'Remove target' }).click();
		await target.getByRole('group').getByRole('button', { name: 'Remove target' }).click();
		await target.waitFor({ state: 'detached' });
	}
	await targets.getByText(/^No targets yet/).waitFor();
	expect(fixture.complaints()).toEqual([]);
});
