/** What everybody does who opens from a page: preview, confirm, and look where it stands. */
import type { Locator, Page } from 'playwright-core';

const STANDS_MS_MAX = 60_000;

/** Previews what is typed; gives the form that confirms it. */
export async function preview(page: Page): Promise<Locator> {
	await page
		.getByRole('button', { name: /^Preview/ })
		.first()
		.click();
	return previewed(page);
}

/** The form that confirms, once there is a preview that holds. */
export async function previewed(page: Page): Promise<Locator> {
	const confirm = page.getByRole('form', { name: 'Confirm' });
	await confirm.getByText(/^Holds for/).waitFor();
	return confirm;
}

/** The button that opens, against the verdict where there is one against it. */
export async function openButton(confirm: Locator): Promise<Locator> {
	const against = confirm.getByRole('checkbox');
	if ((await against.count()) > 0) await against.check();
	return confirm.getByRole('button', { name: /^Open: / });
}

/** The same, once it can be pressed. */
export async function ready(confirm: Locator): Promise<Locator> {
	const button = await openButton(confirm);
	await confirm.getByRole('button', { name: /^Open: /, disabled: false }).waitFor();
	return button;
}

/** The page of an execution says this word of it. */
export async function stands(page: Page, word: string, limitMs = STANDS_MS_MAX): Promise<void> {
	const place = page.getByRole('region', { name: /Where it stands/ });
	await place.getByText(word, { exact: true }).waitFor({ timeout: limitMs });
}
