/** Maximum number of rows that the service returns in one page. */
const PAGE_ROWS = 100;

type ListPage = { readonly pagination: { readonly has_next: boolean } };

/**
 * Yields every page of a list, one after the other. Throws the error of a page that fails.
 * @param load called with the page, from 1, and its number of rows
 */
export async function* allPages<Page extends ListPage>(
	load: (at: { readonly page: number; readonly limit: number }) => Promise<Page>,
): AsyncGenerator<Page> {
	for (let page = 1; ; page += 1) {
		const found = await load({ page, limit: PAGE_ROWS });
		yield found;
		if (!found.pagination.has_next) return;
	}
}
