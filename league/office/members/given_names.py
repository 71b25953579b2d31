"""First names of Americans past sixty: nicknames, and names that look alike. Pure."""

from __future__ import annotations

from functools import cache
from typing import Final

# A name and what people are called by who have it, a group a comma.
_NICKNAMES: Final = """
    william bill billy will willie, robert bob bobby rob bert, richard dick rick rich ricky, james jim jimmy,
    john jack johnny, joseph joe joey, charles charlie chuck, thomas tom tommy, edward ed eddie ted, theodore ted theo,
    michael mike mickey, david dave, daniel dan danny, donald don donnie, kenneth ken kenny, ronald ron ronnie,
    raymond ray, lawrence larry, gerald jerry gerry, jerome jerry, walter walt wally, francis frank, franklin frank,
    henry hank harry, harold harry hal, albert al bert, alfred al fred, frederick fred freddie, arthur art artie,
    stephen steve, steven steve, philip phil, phillip phil, leonard len lenny, eugene gene, samuel sam, benjamin ben,
    gregory greg, douglas doug, patrick pat, peter pete, timothy tim, andrew andy, anthony tony, matthew matt,
    nicholas nick, russell russ, stanley stan, vernon vern, clifford cliff, herbert herb bert, norman norm,
    margaret maggie meg peg peggy marge margie, marjorie marge margie, elizabeth liz beth betty betsy bess,
    katherine kathy kate katie kay, catherine cathy kate katie kay, kathleen kathy kate, barbara barb, susan sue susie,
    deborah deb debbie, dorothy dot dottie, virginia ginny, judith judy, jacqueline jackie, patricia pat patty trish,
    pamela pam, sandra sandy, christine chris tina, christopher chris, theresa terry tess, rebecca becky,
    cynthia cindy, ann annie, anne annie, eleanor ellie nora nell, helen nell, frances fran, florence flo,
    josephine jo josie, joanne jo, mildred millie, gertrude trudy, evelyn evie, lillian lil lily, louise lou, louis lou,
    lucille lucy, rosemary rose rosie, ruth ruthie, constance connie, victoria vicky, edith edie, harriet hattie
"""
# Names that a slip would make of each other, or of those above, and that are two people's all the same.
_LOOK_ALIKE: Final = """
    ada alan allan allen alma alva amy anita anna carl carla carol carole caroline carolyn clara cleo cora corey
    curt dale dana darla dawn dean deana dena denis denise dennis diana diane dina dolores don donna dora doris
    duane earl edna edwin eileen elaine ella ellen elma elsa elsie emil emma eric erica erin erma ervin etta eva
    evan faye fern flora floyd gail gale gary gayle george georgia gilda gina glen glenn gloria grace greta gus
    gwen hazel herman hilda homer hope howard hugh ida ina inez ira irene iris irma irvin isaac iva ivan jan jane
    janet janice jason jay jean jeanne jen jenny jill joan joann joanna joel jon joy joyce juan julia julie june
    kara karen kari karin karl karla keith kelly kent kevin kirk kurt kyle lana lane lara laura lauren laurie lee
    lena leo leon leona leonora lesley leslie lewis linda lloyd lois lola lora loren lorna lorraine louisa lyle
    lynn mabel mae marc marcia maria marian marie marilyn marion mark marla marlene marsha martha martin marty
    marvin mary maud maureen mavis max may mel melba merle mia milo mimi mitch mona morris muriel myra myron nadine
    naomi neal neil nelda nelson nina noel nola nona nora noreen norma olga olive oliver opal ora orval oscar otis
    otto owen paul paula pauline pearl perry phyllis ralph rene renee rhoda rita roberta rod roger roland rollie
    roman ron rosa rosalie rose ross roxie roy ruby rudy sal sally sara sarah saul scott sean selma seth shane
    sharon shawn sheila shelia shirley sid sidney stella stuart sylvia tara thelma todd tom toni tracy troy tyler
    velma vera verna vince viola vivian wade wanda ward warren wayne wendell wendy wes wilbur willis wilma yvonne
    zelda
"""
_GROUPS: Final = tuple(frozenset(group.split()) for group in _NICKNAMES.split(","))
GIVEN_NAMES: Final = frozenset(_LOOK_ALIKE.split()).union(*_GROUPS)


@cache
def also_called(name: str) -> frozenset[str]:
    """Other names of a bearer: William and Will of Bill."""
    return frozenset[str]().union(*(group for group in _GROUPS if name in group)) - {name}
