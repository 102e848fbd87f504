/** Provides steps to open a position from a page: preview, confirm, check its status. */
import type { Locator, Page } from 'playwright-core';
import { TestRunError, until } from '../e2e/polling.ts';
import type { Visitor } from './dashboard-fixture.ts';

/** Names of the buttons below a preview, in the language of the page. */
export type OpeningButtons = { readonly open: RegExp; readonly again: RegExp };

const ENGLISH: OpeningButtons = { open: /^Open position: /, again: /^(?:Refresh|Use the new figures)$/ };

/** Previews the typed terms and returns the form that confirms them. */
export async function preview(page: Page): Promise<Locator> {
	await page
		.getByRole('button', { name: /^Preview/ })
		.first()
		.click();
	return previewed(page);
}

/**
 * Waits for a valid response to the last preview request and returns the preview's form. Until then the page shows
 * the previous preview.
 */
export async function previewed(page: Page): Promise<Locator> {
	const answered = page.locator('[aria-busy="false"]');
	await page.getByRole('group', { name: 'Preview', exact: true }).and(answered).waitFor();
	const confirm = page.getByRole('form', { name: 'Confirm' });
	await confirm.getByText(/^Valid for/).waitFor();
	return confirm;
}

/**
 * Repeats the preview until every check passes, because data can briefly be older than its limit on a busy machine.
 */
export function previewThatHolds(page: Page): Promise<Locator> {
	return until({ what: 'a preview whose checks all pass', periodMs: 250 }, async () => {
		const confirm = await preview(page);
		const failed = page.getByRole('group', { name: 'Failed checks' });
		return (await failed.count()) === 0 ? confirm : undefined;
	});
}

/** Returns the button that opens the position. Ticks the box to open against the verdict, if there is one. */
export async function openButton(confirm: Locator, { open }: OpeningButtons = ENGLISH): Promise<Locator> {
	// A preview can expire or be replaced at any time. The function therefore ticks a box only if one is already
	// there, and does not wait for one.
	await confirm.getByRole('checkbox', { checked: false }).evaluateAll((boxes) => {
		for (const box of boxes) box.click();
	});
	return confirm.getByRole('button', { name: open });
}

/**
 * Returns the button that opens the position, once it is enabled. On a busy machine, the check of data age can fail
 * and then pass a moment later. The function therefore previews again after a failed check, as a user would.
 */
export async function ready(confirm: Locator, buttons: OpeningButtons = ENGLISH): Promise<Locator> {
	const enabled = confirm.getByRole('button', { name: buttons.open, disabled: false });
	const again = confirm.getByRole('button', { name: buttons.again });
	return until({ what: 'a preview whose checks all pass', periodMs: 250 }, async () => {
		const button = await openButton(confirm, buttons);
		if ((await enabled.count()) > 0) return button;
		if ((await again.count()) === 0) return undefined;
		await again.first().click();
		return undefined;
	});
}

/** Refusals after which a user previews again, because the market has moved. */
const MOVED_ON = /PREVIEW_EXCEEDED|QUOTE_STALE/;

/**
 * Presses Enter on the button that opens the position, until the execution's page appears. If the market leaves the
 * preview's limits before that, no order is sent, and the function previews again, as a user would.
 * @throws TestRunError for any other refusal, with its message
 */
export async function openByEnter(page: Page, confirm: Locator): Promise<void> {
	const place = page.getByRole('region', { name: /^Status/ });
	const refusal = page.getByRole('alert').filter({ hasText: 'Not opened. No order was sent.' });
	await until({ what: 'an opening within the limits of its preview', periodMs: 0 }, async () => {
		await (await ready(confirm)).press('Enter');
		await place.or(refusal).first().waitFor();
		if ((await place.count()) > 0) return true;
		const sentence = (await refusal.textContent()) ?? '';
		if (!MOVED_ON.test(sentence)) throw new TestRunError(sentence);
		await refusal.getByRole('button', { name: 'Preview again' }).click();
		await previewed(page);
		return undefined;
	});
}

/**
 * Goes to a page and waits for the first message on its stream. The browser complains about a connection that closes
 * before it is open.
 */
export async function goConnected({ page, go }: Visitor, path: string): Promise<void> {
	const connected = new Promise<void>((resolve) => {
		page.once('websocket', (socket) => socket.once('framereceived', () => resolve()));
	});
	await go(path);
	await connected;
}

/** Pastes a token using the keyboard, because new figures can move the page under the pointer. */
export async function pasteToken(page: Page, token: string): Promise<void> {
	await page.getByText('Use a token instead').press('Enter');
	const field = page.getByLabel('Token', { exact: false }).first();
	await field.fill(token);
	await field.press('Enter');
}

/** Waits until the execution's page shows this status. */
export async function stands(page: Page, word: string): Promise<void> {
	const place = page.getByRole('region', { name: /^Status/ });
	await place.getByText(word, { exact: true }).waitFor();
}
