/** Where a page stands in its list, as every paged answer of the wire contract says it. Pure. */

export type Pagination = {
	readonly current_page: number;
	readonly per_page: number;
	readonly total_count: number;
	readonly total_pages: number;
	readonly has_next: boolean;
	readonly has_previous: boolean;
};

/** @param page from 1. @param limit records per page, at least 1. A page past the end has no next one. */
export function paginationOf(
	totalCount: number,
	{ page, limit }: { readonly page: number; readonly limit: number },
): Pagination {
	const pages = Math.ceil(totalCount / limit);
	return {
		current_page: page,
		per_page: limit,
		total_count: totalCount,
		total_pages: pages,
		has_next: page < pages,
		has_previous: page > 1,
	};
}
