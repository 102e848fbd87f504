/** What everybody does who opens from a page: preview, confirm, and look where it stands. */
import type { Locator, Page } from 'playwright-core';
import { TestRunError, until } from '../e2e/polling.ts';
import type { Visitor } from './dashboard-fixture.ts';

/** Previews what is typed; gives the form that confirms it. */
export async function preview(page: Page): Promise<Locator> {
	await page
		.getByRole('button', { name: /^Preview/ })
		.first()
		.click();
	return previewed(page);
}

/** The form that confirms, once the answer to the last preview is there and holds. Until then the page shows the one before. */
export async function previewed(page: Page): Promise<Locator> {
	const answered = page.locator('[aria-busy="false"]');
	await page.getByRole('group', { name: 'Preview', exact: true }).and(answered).waitFor();
	const confirm = page.getByRole('form', { name: 'Confirm' });
	await confirm.getByText(/^Holds for/).waitFor();
	return confirm;
}

/** The same, previewed again until every check holds: one of an age may fail at a moment on a busy machine. */
export function previewThatHolds(page: Page): Promise<Locator> {
	return until({ what: 'a preview in which every check holds', periodMs: 250 }, async () => {
		const confirm = await preview(page);
		const failed = page.getByRole('group', { name: 'Checks that do not hold' });
		return (await failed.count()) === 0 ? confirm : undefined;
	});
}

/** The button that opens, against the verdict where there is one against it. */
export async function openButton(confirm: Locator): Promise<Locator> {
	// A preview may end or be replaced at any moment: the box that is there is pressed at once, and none is waited for.
	await confirm.getByRole('checkbox', { checked: false }).evaluateAll((boxes) => {
		for (const box of boxes) box.click();
	});
	return confirm.getByRole('button', { name: /^Open: / });
}

/**
 * The same, once it can be pressed. On a busy machine a check of an age or of an exchange's answers may fail at a moment and
 * pass the next: then it is previewed again, as a person would.
 */
export async function ready(confirm: Locator): Promise<Locator> {
	const enabled = confirm.getByRole('button', { name: /^Open: /, disabled: false });
	const again = confirm.getByRole('button', { name: 'Preview again' });
	return until({ what: 'a preview in which every check holds', periodMs: 250 }, async () => {
		const button = await openButton(confirm);
		if ((await enabled.count()) > 0) return button;
		if ((await again.count()) === 0) return undefined;
		await again.click();
		return undefined;
	});
}

/** Refusals after which the market has moved on, and a person previews again. */
const MOVED_ON = /PREVIEW_EXCEEDED|QUOTE_STALE/;

/**
 * Presses Enter on the button that opens until the page of the execution is there. The market may leave the bounds of a
 * preview before the press: then nothing was sent, and it is previewed again, as a person would.
 * @throws TestRunError for any other refusal, in its words
 */
export async function openByEnter(page: Page, confirm: Locator): Promise<void> {
	const place = page.getByRole('region', { name: /Where it stands/ });
	const refusal = page.getByRole('alert').filter({ hasText: 'Not opened: nothing was sent.' });
	await until({ what: 'an opening inside the bounds of its preview', periodMs: 0 }, async () => {
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
 * Goes to a page and waits until something has come over its stream. Nobody pastes a token sooner; a connection that is left
 * before it stands is complained of by the browser.
 */
export async function goConnected({ page, go }: Visitor, path: string): Promise<void> {
	const connected = new Promise<void>((resolve) => {
		page.once('websocket', (socket) => socket.once('framereceived', () => resolve()));
	});
	await go(path);
	await connected;
}

/** Pastes a token by the keyboard: a page may move under the pointer while its figures come. */
export async function pasteToken(page: Page, token: string): Promise<void> {
	await page.getByText('Use a token instead').press('Enter');
	const field = page.getByLabel('Token', { exact: false }).first();
	await field.fill(token);
	await field.press('Enter');
}

/** The page of an execution says this word of it. */
export async function stands(page: Page, word: string): Promise<void> {
	const place = page.getByRole('region', { name: /Where it stands/ });
	await place.getByText(word, { exact: true }).waitFor();
}
